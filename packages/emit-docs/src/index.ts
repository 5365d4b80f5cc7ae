import { defineEmitter, type Emitter, type EmitterContext, type EmitterPage } from 'tagwire/emitter'
import { agentsText } from './agents.js'
import { describePackage } from './described-package.js'
import { operationPages } from './operation-pages.js'
import { llmsFullText, llmsText, referenceText } from './overview.js'
import { markdownOf, type Page } from './page.js'
import { typePages } from './type-pages.js'
import { unionPages } from './union-pages.js'

/**
 * Adds documentation to a generated package: `docs/` with a page for each operation, type and tagged union,
 * `docs/llms.txt`, `docs/llms-full.txt`, and `AGENTS.md`.
 */
const emitter: Emitter = defineEmitter({ name: 'docs', emit: documentation })

export default emitter

function documentation(context: EmitterContext): EmitterPage[] {
  const described = describePackage(context)
  const pages = [...operationPages(described), ...unionPages(described), ...typePages(described)]
  return [
    { path: 'AGENTS.md', text: agentsText(described) },
    { path: 'docs/reference.md', text: referenceText(described, pages) },
    { path: 'docs/llms.txt', text: llmsText(described, pages) },
    { path: 'docs/llms-full.txt', text: llmsFullText(described, pages) },
    ...pages.flatMap((page) => filesOf(page, context)),
  ]
}

function filesOf(page: Page, { names }: EmitterContext): EmitterPage[] {
  const folder = page.path.slice(0, page.path.lastIndexOf('/'))
  return [
    { path: `docs/${page.path}.md`, text: markdownOf(page, names.package) },
    ...(page.drawings ?? []).map(({ name, svg }) => ({
      path: `docs/${folder}/${name}`,
      text: svg,
    })),
  ]
}
