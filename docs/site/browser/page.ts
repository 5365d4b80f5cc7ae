import { addCopyButtons } from './copy.js'
import { enableSearch } from './search.js'

/** What a script adds to every page; all of it reads without. */
enableSearch()
addCopyButtons(document)
