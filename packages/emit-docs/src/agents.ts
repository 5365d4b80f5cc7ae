import type { Operation } from 'tagwire/emitter'
import { callProgram } from './calls.js'
import type { DescribedPackage, TaggedDeclaration } from './described-package.js'
import { firstSentence, program, sections } from './page.js'
import { styleText } from './union-drawing.js'
import { matchProgram, unionsOf } from './union-pages.js'

const MOST_ROWS = 60

/** `AGENTS.md`: what an agent has to know to use the package without guessing. */
export function agentsText(described: DescribedPackage): string {
  const { model, names, structures } = described
  const { cell } = structures.markdown
  const about = cell(firstSentence(model.doc)) || cell(model.title)
  return `${sections(
    `# ${names.package}: for agents that write code with it`,
    about,
    'The types are exact and stand in `src/*.ts` with comments. Do not guess names: every operation, type and tagged union has a page in `docs/`, listed in [docs/llms.txt](docs/llms.txt).',
    callText(described),
    unionText(described),
    rulesText(described),
    errorText(described),
    testText(described),
    tableText(described),
  )}\n`
}

function callText(described: DescribedPackage): string {
  if (!described.names.parts.includes('client')) return ''
  const shown = firstOperation(described)
  const call = shown && callProgram(described, shown)
  const events = described.model.operations.find(({ extensions }) => extensions.events)
  const live = events && callProgram(described, events)
  return sections(
    call === undefined ? '' : `## Call it\n\n${program(call)}`,
    live === undefined ? '' : program(live),
  )
}

/** The operation that shows most: one with an example of its request, else any that can be called. */
function firstOperation(described: DescribedPackage): Operation | undefined {
  const callable = described.model.operations.filter(
    (each) => !each.extensions.events && callProgram(described, each) !== undefined,
  )
  return (
    callable.find(({ example }) => example?.request !== undefined) ??
    callable.find(({ safe }) => safe) ??
    callable[0]
  )
}

function unionText(described: DescribedPackage): string {
  const unions = unionsOf(described)
  const richest = [...unions].sort((a, b) => b.union.cases.length - a.union.cases.length)[0]
  const [first] = richest?.union.cases ?? []
  if (!richest || !first) return ''
  const { guard } = richest.names.of(first)
  const { cell } = described.structures.markdown
  const rows = unions.map(
    (each) =>
      `| [\`${each.name}\`](docs/${described.pathOf(each)}.md) | ${cell(styleText(each.union.tagging))} | ${kindsText(described, each)} |`,
  )
  return sections(
    '## Tagged unions',
    `A value is one of several kinds. Take it apart with \`${richest.names.match}\` or a guard such as \`${guard}\`, and make one with its constructor; never write a tag or test for a key yourself. Handle the unknown arm: the service adds kinds.`,
    program(matchProgram(described, richest)),
    `| union | distinguished by | kinds |\n|---|---|---|\n${rows.join('\n')}`,
  )
}

const MOST_KINDS = 12

function kindsText({ structures }: DescribedPackage, { union }: TaggedDeclaration): string {
  const { code } = structures.markdown
  const shown = union.cases.slice(0, MOST_KINDS).map(({ tag }) => `\`${code(tag)}\``)
  const rest = union.cases.length - shown.length
  return shown.join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

function rulesText({ model, names }: DescribedPackage): string {
  const isHttp = model.document.language === 'openapi'
  const has = (part: (typeof names.parts)[number]): boolean => names.parts.includes(part)
  const waiters = model.operations.flatMap(({ extensions, name }) =>
    extensions.waiter ? [`\`${extensions.waiter.name}\` (over \`${name}\`)`] : [],
  )
  const paginators = model.operations.flatMap(({ extensions }) =>
    extensions.paginator ? [`\`${extensions.paginator.name}\``] : [],
  )
  const rules = [
    'Field names and enum values are what travels, unchanged. Only names of methods are in camel case.',
    'Numbers in text stay text: `BigInt(value)` to count with them, never `Number(value)` or `parseFloat`.',
    'Enumerations of answers are open: compare with the values that you know and keep a branch for others.',
    'What came in an answer and goes out again is handed over as it came: no copying of single fields.',
    'Do not retry, poll or set timers around calls: the client has one deadline over its own retries, and repeats only what is harmless.',
    ...(waiters.length > 0
      ? [
          `To wait for an end, call ${waiters.join(', ')} instead of a loop. It rejects when the end is a failure.`,
        ]
      : []),
    ...(paginators.length > 0 ? [`To read all pages: ${paginators.join(', ')}.`] : []),
    ...(has('validate')
      ? [
          `\`${names.package}/validate\` has a validator for every type. \`.check(value)\` lists problems by path, \`.drift(value)\` what is new; do not write schemas by hand.`,
        ]
      : []),
    ...(has('decode')
      ? [
          `\`${names.package}/decode\` turns wire values into \`bigint\`, \`Uint8Array\` and times, and back.`,
        ]
      : []),
    ...(isHttp && has('client')
      ? [
          `\`${names.client.create}\` brings everything. Where size matters, \`${names.client.connect}().call(${names.table.name}.NAME, input)\`.`,
        ]
      : []),
  ]
  return `## Rules\n\n${rules.map((rule) => `- ${rule}`).join('\n')}`
}

function errorText({ model, names, structures }: DescribedPackage): string {
  if (!names.parts.includes('client')) return ''
  const answered = model.document.language === 'openapi' ? 'isApiError' : 'isRpcError'
  const told =
    model.document.language === 'openapi' ? 'error.status, error.body' : 'error.code, error.data'
  return `## Errors\n\n${program(`import { ${answered}, isTimeoutError, isTransportError } from ${structures.stringLiteral(names.package)}

export function explain(error: unknown): void {
  if (${answered}(error)) console.error('the service said no:', ${told})
  else if (isTimeoutError(error)) console.error('no answer within', error.timeoutMs)
  else if (isTransportError(error)) console.error('no usable answer:', error.fault)
  else throw error
}`)}`
}

function testText(described: DescribedPackage): string {
  const { client, model, names, structures } = described
  if (!names.parts.includes('mock') || !names.parts.includes('client')) return ''
  const { create } = names.client
  const { mock } = names.mock
  const option = model.document.language === 'openapi' ? `fetch: ${mock}()` : `transport: ${mock}()`
  return `## Tests without a server\n\n${program(`import { ${create} } from ${structures.stringLiteral(names.package)}
import { ${mock} } from ${structures.stringLiteral(`${names.package}/mock`)}

export const ${client} = ${create}({ ${option} })`)}\n\nThe mock takes a function for each operation: input in, answer out. Do not stub \`fetch\` yourself.`
}

function tableText(described: DescribedPackage): string {
  const { model, structures } = described
  const { cell } = structures.markdown
  const rows = model.operations.slice(0, MOST_ROWS).map((operation) => {
    const { deprecated, doc, name, summary } = operation
    const says = cell(summary ?? firstSentence(doc))
    return `| [\`${name}\`](docs/${described.pathOf(operation)}.md) | ${deprecated ? '**Deprecated.** ' : ''}${says} |`
  })
  if (rows.length === 0) return ''
  const rest = model.operations.length - rows.length
  const more = rest > 0 ? `\n\nAnd ${rest} more: [docs/reference.md](docs/reference.md).` : ''
  return `## What there is\n\n| call | what it does |\n|---|---|\n${rows.join('\n')}${more}`
}
