import { readNamedSpec } from '../../generator/src/pipeline/read-named-spec.js'
import type { ListedOperation } from './browser/console/routing-panel.js'
import { firstSentence, type Page } from './page.js'

export function consolePage(): Page {
  return {
    path: 'console',
    kind: 'guide',
    title: 'Console',
    summary:
      'The generated clients, running in this page: calls, responses, drift, and a growing chain.',
    body: `Both packages run in this page, as in any program. Without an address, the routing client talks to
[the sandbox](/routing/index.md) in a Worker of the page, and nothing leaves your machine. A service that you name has to
allow pages of other origins (CORS), as nodes do with \`cors_allowed_origins\`.

The program that you see is the one that runs: the page imports it as a module. Next to it are the request and the
response as they were sent, and what the validators report. Blocks of a node arrive in order, each once: cut the
connection for a while, and restore it.`,
    panels: [
      { id: 'console-routing', title: 'Call the routing service' },
      { id: 'console-node', title: 'Follow a node' },
    ],
  }
}

/**
 * Inputs with an interesting response of the sandbox, for operations without an example in the document.
 */
const INPUTS: Readonly<Record<string, unknown>> = {
  status: { tx_hash: 'eureka_transfer', chain_id: 'cosmoshub-4' },
}

export async function consoleOperations(root: string): Promise<ListedOperation[]> {
  const { model } = await readNamedSpec('spec/routing/openapi.yaml', root)
  return (model?.operations ?? []).map(({ name, summary, doc, example }) => ({
    name,
    summary: summary ?? firstSentence(doc),
    input: INPUTS[name] ?? example?.request ?? {},
  }))
}
