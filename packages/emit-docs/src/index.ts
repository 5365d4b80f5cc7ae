import { defineEmitter, type Emitter, type EmitterContext, type EmitterPage } from 'tagwire/emitter'
import { agentsText } from './agents.js'
import { describePackage, linksOf } from './described-package.js'
import { llmsText } from './overview.js'
import { pageEntries } from './page-list.js'

/**
 * Adds `AGENTS.md` and `llms.txt` to a generated package. They lead to the pages of the site, if the configuration
 * names one (`site`), otherwise to the files that declare what they list.
 *
 * `@tagwire/emit-docs/pages` also adds the pages themselves.
 */
const emitter: Emitter = defineEmitter({ name: 'docs', emit: guides })

export default emitter

function guides(context: EmitterContext): EmitterPage[] {
  const described = describePackage(context, linksOf(context))
  return [
    { path: 'AGENTS.md', text: agentsText(described) },
    { path: 'llms.txt', text: llmsText(described, pageEntries(described)) },
  ]
}
