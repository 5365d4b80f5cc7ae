import { addCopyButtons } from './copy.js'
import { addPackageManagers } from './package-managers.js'
import { enableSearch } from './search.js'

/** What scripts add to every page, which is readable without them. */
enableSearch()
addCopyButtons(document)
addPackageManagers(document)
