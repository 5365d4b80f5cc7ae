import type { SiteFile } from './build.js'
import { markdownOf, type Page } from './page.js'

/** What agents do most, with the page that says how. */
const TASKS: readonly (readonly [task: string, page: string])[] = [
  ['Call an API with a package that tagwire generated', 'guides/first-call'],
  ['Generate a package from an OpenAPI or OpenRPC document', 'guides/your-own-document'],
  ['Send credentials', 'guides/authentication'],
  ['Handle errors', 'guides/errors'],
  ['Handle every kind of a tagged union, and kinds that are newer', 'guides/handle-a-new-kind'],
  ['Read lists page by page, and streams of events', 'guides/pages-and-streams'],
  ['Validate requests and responses', 'guides/validation'],
  ['Test without a server', 'guides/test-without-a-server'],
  ['Find breaking changes of a document in CI', 'guides/in-ci'],
  ['Move from openapi-typescript', 'guides/from-openapi-typescript'],
  ['Plan and track a route with the Skip Go API', 'guides/quote-build-track'],
  ['Follow a CometBFT chain', 'guides/follow-a-chain'],
]

const COMMANDS: readonly (readonly [command: string, does: string])[] = [
  ['npx tagwire init openapi.yaml', 'write a configuration for it'],
  ['npx tagwire generate', 'write the packages of the configuration'],
  ['npx tagwire check', 'fail if they differ from their documents'],
  ['npx tagwire diff old.yaml new.yaml', 'what changed for callers'],
  ['npx tagwire inspect openapi.yaml', 'operations, types and tagged unions'],
  ['npx tagwire probe openapi.yaml --url https://…', 'compare a document with its service'],
]

/** A text of all guides of a topic, or of a package, for agents that read one thing whole. */
interface Whole {
  readonly file: string
  readonly title: string
  readonly pages: readonly Page[]
}

/** `llms.txt`, which fits into a prompt, and beside it a text for each topic as a whole. */
export function llmsFiles(pages: readonly Page[], about: string): SiteFile[] {
  const wholes = wholesOf(pages)
  return [
    { path: 'llms.txt', text: llmsText(pages, wholes, about) },
    ...wholes.map((whole) => ({
      path: whole.file,
      text: whole.pages.map((page) => `<!-- ${page.path}.md -->\n${markdownOf(page)}`).join('\n'),
    })),
  ]
}

function wholesOf(pages: readonly Page[]): Whole[] {
  const groups = [...new Set(pages.flatMap(({ group }) => group ?? []))]
  const packages = [...new Set(pages.flatMap((page) => page.package ?? []))]
  return [
    ...groups.map((title) => {
      return { file: fileOf(title), title, pages: pages.filter(({ group }) => group === title) }
    }),
    ...packages.map((title) => {
      return { file: fileOf(title), title, pages: pages.filter((page) => page.package === title) }
    }),
  ]
}

function fileOf(title: string): string {
  return `llms-${title
    .toLowerCase()
    .replace(/^@tagwire\//, '')
    .replaceAll(' ', '-')}.txt`
}

function llmsText(pages: readonly Page[], wholes: readonly Whole[], about: string): string {
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const tasks = TASKS.flatMap(([task, target]) =>
    byPath.has(target) ? [`- [${task}](${target}.md)`] : [],
  )
  const told = new Set(TASKS.map(([, target]) => target))
  const guides = pages
    .filter(({ group, path }) => group !== undefined && !told.has(path))
    .map(({ path, title }) => `- [${title}](${path}.md)`)
  const lists = pages
    .filter(({ kind, path }) => kind === 'package' || /^(?:codes|changes)\/index$/.test(path))
    .map(({ path, title }) => `- [${title}](${path}.md)`)
  return `# tagwire

> ${about}

## Tasks

${tasks.join('\n')}

## Commands

${COMMANDS.map(([command, does]) => `- \`${command}\`: ${does}`).join('\n')}

## More guides

${guides.join('\n')}

## Reference

${lists.join('\n')}

## Optional: all pages of a topic in one file

${wholes.map(({ file, title }) => `- [${title}](${file})`).join('\n')}
`
}
