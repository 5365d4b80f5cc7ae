import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from './page.js'

export const ABOUT =
  'tagwire reads OpenAPI 3.x and OpenRPC 1.x documents and writes npm packages: types, guards for tagged unions, validators, a fetch client and a JSON-RPC client with subscriptions. A new variant does not break a client that was built before, and a wrong one does not pass.'

/** The home page: what tagwire is, the two packages at work, and every guide by topic. */
export function homePage(root: string, guides: readonly Page[]): Page {
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8')
  // What the README says first, down to the packages that are made here, is what the first page says.
  const [, problem = '', broken = '', answer = '', unbroken = '', start = ''] =
    /^# tagwire\n\n\[.*?\n\n(.*?):\n\n(```typescript\n.*?^```)\n\n(.*?):\n\n(```ts\n.*?^```)\n\n(.*?)^## Packages that are made here/ms.exec(
      readme,
    ) ?? []
  if (start === '') throw new Error('The README does not begin with the problem and the answer.')
  const follows = [...readme.matchAll(/^```ts\n.*?^```$/gms)].find(([block]) =>
    block.includes("from '@tagwire/node-rpc'"),
  )
  const groups = [...new Set(guides.flatMap(({ group }) => group ?? []))].map((group) => {
    return `## ${group}\n\n${cards(guides.filter((page) => page.group === group))}`
  })
  return {
    path: 'index',
    kind: 'guide',
    title: 'tagwire',
    summary: ABOUT,
    drawings: [{ name: 'swap.svg', svg: readFileSync(path.join(root, 'docs/swap.svg'), 'utf8') }],
    body: `[Your own API](#start-with-your-document) · [Skip Go](/routing/index.md) · [CometBFT](/node-rpc/index.md) · [Ethereum](/guides/follow-ethereum.md) · [from openapi-typescript](/guides/from-openapi-typescript.md)

${problem}. ${answer}.

## When the service adds a kind

### With most generators

${broken}

### With tagwire

${unbroken}

## What a package contains

${start.trim()}

## Made here: Skip Go and CometBFT

The program above is of [\`@tagwire/routing\`](/routing/index.md), for the Skip Go API: routes and transactions across chains.
Begin with [a quote](/guides/quote-build-track.md).
[\`@tagwire/node-rpc\`](/node-rpc/index.md) is for CometBFT nodes. This loop has every block once and in order, and
[index a chain](/guides/index-a-chain.md) begins at any height and goes on after a restart:

${follows?.[0] ?? ''}

![Swap, a tagged union: exactly one of three keys](swap.svg)

## Packages

${cards([
  { path: 'routing/index', title: '@tagwire/routing', summary: 'Skip Go API v2 over HTTP.' },
  {
    path: 'node-rpc/index',
    title: '@tagwire/node-rpc',
    summary: 'The RPC of a CometBFT 0.38 node: calls, events, indexing.',
  },
  ...[
    ['0.40', 'The same for CometBFT 0.40.'],
    ['0.39', 'The same for CometBFT 0.39.'],
    ['0.37', 'The same for CometBFT 0.37, at its end of life.'],
    ['1.0', 'The same for CometBFT 1.x, at its end of life.'],
  ].map(([line = '', summary = '']) => ({
    path: `node-rpc-${line}/index`,
    title: `@tagwire/node-rpc/${line}`,
    summary,
  })),
  { path: 'console', title: 'Console', summary: 'Both clients, running in the page.' },
])}

${groups.join('\n\n')}

## Look up

${cards([
  {
    path: 'codes/index',
    title: 'Diagnostic codes',
    summary: 'The meaning and fix of each code.',
  },
  {
    path: 'changes/index',
    title: 'Rules of diff',
    summary: 'Which changes to a document break callers.',
  },
])}

For agents: [\`llms.txt\`](llms.txt).`,
  }
}

function cards(pages: readonly Pick<Page, 'path' | 'title' | 'summary'>[]): string {
  return pages
    .map(({ path: target, title, summary }) => `- [${title}](/${target}.md)\\\n  ${summary}`)
    .join('\n')
}
