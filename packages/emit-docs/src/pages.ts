import { defineEmitter, type Emitter, type EmitterContext, type EmitterPage } from 'tagwire/emitter'
import { agentsText } from './agents.js'
import { describePackage } from './described-package.js'
import { llmsFullText, llmsText, referenceText } from './overview.js'
import { markdownOf, type Page } from './page.js'
import { allPages } from './page-list.js'

/**
 * Adds documentation to a generated package: `AGENTS.md`, `llms.txt`, and `docs/` with a page for each operation, type
 * and tagged union, `docs/reference.md` and `docs/llms-full.txt`.
 */
const emitter: Emitter = defineEmitter({ name: 'docs', emit: documentation })

export default emitter

function documentation(context: EmitterContext): EmitterPage[] {
  const described = describePackage(context, (each) => {
    const page = context.names.page(each)
    return page && `docs/${page.path}.md`
  })
  const pages = allPages(described)
  return [
    { path: 'AGENTS.md', text: agentsText(described) },
    { path: 'llms.txt', text: llmsText(described, pages, 'docs/llms-full.txt') },
    { path: 'docs/reference.md', text: referenceText(described, pages) },
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
