import { markdownOf, type Page } from './page.js'

const ABOUT =
  'tagwire reads OpenAPI 3.x and OpenRPC 1.x documents and writes npm packages: types, guards for tagged unions, validators, a fetch client and a JSON-RPC client with subscriptions. A new variant does not break a client that was built before, and a wrong one does not pass.'

export function homePage(guides: readonly Page[]): Page {
  const rows = guides.map(({ path, title, summary }) => `- [${title}](/${path}.md): ${summary}`)
  return {
    path: 'index',
    kind: 'guide',
    title: 'tagwire',
    summary: ABOUT,
    body: `${ABOUT}

## Packages

- [\`@tagwire/routing\`](/routing/index.md): Skip Go API v2 over HTTP ([reference](/routing/reference.md))
- [\`@tagwire/node-rpc\`](/node-rpc/index.md): the RPC of a CometBFT 0.38 node ([reference](/node-rpc/reference.md))
- [\`@tagwire/node-rpc-0.37\`](/node-rpc-0.37/index.md) and [\`@tagwire/node-rpc-1.0\`](/node-rpc-1.0/index.md): the same for
  CometBFT 0.37 and 1.x
- [Console](/console.md): both clients, running in the page

## Guides

${rows.join('\n')}

## The tool

- [Diagnostic codes](/codes/index.md): what each code means and how to mend it
- [Rules of diff](/changes/index.md): which change of a document breaks callers
- [\`llms.txt\`](llms.txt) and [\`llms-full.txt\`](llms-full.txt): this site for agents`,
  }
}

/** The list of pages that an agent begins with. */
export function llmsText(pages: readonly Page[]): string {
  const section = (title: string, fits: (page: Page) => boolean): string => {
    const rows = pages.filter(fits).map(({ path, title: name, summary }) => {
      return `- [${name}](${path}.md)${summary === '' ? '' : `: ${summary}`}`
    })
    return `## ${title}\n\n${rows.join('\n')}`
  }
  return `# tagwire

> ${ABOUT}

${section('Guides', ({ kind }) => kind === 'guide')}

${section('Packages', ({ kind }) => kind === 'package')}

${section('Operations and methods', ({ kind }) => kind === 'operation' || kind === 'method')}

${section('Tagged unions', ({ kind }) => kind === 'union')}

${section('Optional', ({ kind }) => ['enum', 'type', 'diagnostic', 'change'].includes(kind))}
`
}

/** Everything in one file, in the order of the site. */
export function llmsFullText(pages: readonly Page[]): string {
  return pages.map((page) => `<!-- ${page.path}.md -->\n${markdownOf(page)}`).join('\n')
}
