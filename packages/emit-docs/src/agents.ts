import type { Operation } from 'tagwire/emitter'
import { errorText, testText, waitText } from './agents-programs.js'
import { callProgram, hasQueries, isOfSubscriptions } from './calls.js'
import type { DescribedPackage, TaggedDeclaration } from './described-package.js'
import { firstOperation, richestUnion } from './most-instructive.js'
import { linked, program, sections } from './page.js'
import { ABOUT_QUOTES, quote } from './quote.js'
import { styleText } from './union-drawing.js'
import { matchProgram, unionsOf } from './union-pages.js'

const MAX_ROWS = 60

/** `AGENTS.md`: what a coding agent needs to know to use the package without guessing. */
export function agentsText(described: DescribedPackage): string {
  const { model, names, structures } = described
  const about = quote(structures, model.doc) || quote(structures, model.title)
  return `${sections(
    `# ${names.package}: guide for coding agents`,
    ABOUT_QUOTES,
    `The description says of the service: ${about}`,
    'All types are in `src/*.ts`, with comments. Do not guess names: [llms.txt](llms.txt) lists every operation, type and tagged union.',
    linesText(described),
    callText(described),
    authenticationText(described),
    unionText(described),
    waitText(described),
    rulesText(described),
    errorText(described),
    testText(described),
    tableText(described),
  )}\n`
}

/** Which import is for which line of the service. */
function linesText({ model, names, structures }: DescribedPackage): string {
  if (names.lines.length === 0) return ''
  const rows = names.lines.map(({ name, title, note }) => {
    const about = note === '' ? '' : `, ${note}`
    return `- \`${names.package}/${name}\` is for ${quote(structures, title)}${about}`
  })
  return sections(
    '## Choose the import',
    `- \`${names.package}\` is for ${quote(structures, model.title)}\n${rows.join('\n')}`,
    'All of them, and their parts such as `/validate`, have the same names. Import from one of them only, unless a program talks to servers of two lines.',
  )
}

function callText(described: DescribedPackage): string {
  if (!described.names.parts.includes('client')) return ''
  const shown = firstOperation(described)
  const call = shown && callProgram(described, shown)
  const events = described.model.operations.find(
    ({ extensions }) => extensions.events ?? extensions.subscription,
  )
  const live = events && callProgram(described, events)
  return sections(
    call === undefined ? '' : `## Make a call\n\n${program(call)}`,
    shown === undefined ? '' : answerText(described, shown),
    optionsText(described),
    live === undefined ? '' : program(live),
    subscribeText(described),
  )
}

/** What the call returns, with a link to its page. */
function answerText({ byName, linkOf, structures }: DescribedPackage, shown: Operation): string {
  const shape = shown.outputs[0]?.contents[0]?.shape
  const declared = shape?.kind === 'reference' ? byName.get(shape.name) : undefined
  if (declared?.shape.kind !== 'record') return ''
  const { code } = structures.markdown
  const fields = declared.shape.fields
    .slice(0, MAX_KINDS)
    .map(({ name, required, shape: inner }) => {
      const mark = required ? '' : '?'
      return `\`${code(`${name}${mark}: ${structures.typeText(inner)}`).replaceAll('\\|', '|')}\``
    })
  const rest = declared.shape.fields.length > fields.length ? ' and more' : ''
  return `\`answer\` is a ${linked(`\`${declared.name}\``, linkOf(declared))}: ${fields.join(', ')}${rest}. Failures are thrown.`
}

/** The kinds of events of a package whose document describes them. */
function subscribeText({ client, model, structures }: DescribedPackage): string {
  const { code } = structures.markdown
  const kinds = model.operations.flatMap(({ extensions }) => extensions.subscription?.kinds ?? [])
  if (kinds.length === 0) return ''
  const listed = kinds.map(({ name }) => `\`${code(name)}\``).join(', ')
  const resumed = kinds.filter(
    ({ chain, contents }) => chain !== undefined || contents !== undefined,
  )
  const again =
    resumed.length === 0
      ? ''
      : ` ${resumed.map(({ name }) => `\`${code(name)}\``).join(' and ')} come once and in order, also after a lost connection; blocks that are replaced come again with \`removed: true\`. Store \`cursor\`, and pass it as \`from\` to go on there.`
  return `\`${client}.subscribe(kind, params, options)\` yields \`{ kind, data, removed, cursor }\`. The kinds are ${listed}.${again} The option \`onGap\` tells when events of other kinds may be missing.`
}

/** The options that programs need most; their types list all of them. */
function optionsText(described: DescribedPackage): string {
  const { client, model, names } = described
  const wallet = hasQueries(described) ? '' : ', `eip1193(provider)`'
  const { create } = names.client
  return model.document.language === 'openapi'
    ? `\`${create}\` takes \`{ ${['baseUrl', ...credentialOptions(names), 'headers', 'timeoutMs', 'retry', 'fetch', 'validate', 'middleware'].join(', ')} }\`, all optional. Every method of \`${client}\` takes \`{ signal, timeoutMs, headers, retry, validate, baseUrl, idempotencyKey, init }\` as its last argument. \`${client}.answer\` has every method with \`{ status, data, headers, response }\` as its result, and \`${client}.attempt\` every method without exceptions: \`{ data }\` or \`{ error, described }\`.`
    : `\`${create}\` takes a \`transport\`: \`http(url)\`, \`webSocket(url)\`${wallet} or \`fallback([…])\`, and optionally \`validate\` and \`middleware\`. Every method of \`${client}\` takes \`{ signal, timeoutMs, retry, headers, validate, init }\` as its last argument; \`headers\` and \`init\` only over HTTP. \`${client}.attempt\` has every method without exceptions: \`{ data }\` or \`{ error, described }\`. Events need a \`webSocket\`${wallet === '' ? '' : ' or a wallet'}.`
}

/** `apiKey`, or `credentials`: an option that the client does not read would send nothing. */
function credentialOptions({ authentication }: DescribedPackage['names']): string[] {
  const all = authentication.flatMap(({ options }) => /^\{ (\w+)/.exec(options ?? '')?.[1] ?? [])
  return [...new Set(all)]
}

/** The exact option for each security scheme. */
function authenticationText({ names, structures }: DescribedPackage): string {
  const { code } = structures.markdown
  const rows = names.authentication.map(({ scheme, options, sent, tokens, source }) => {
    const shown = options === undefined ? '' : `\`${names.client.create}(${code(options)})\`, `
    const from = source
      ? ` \`${source.name}(${code(source.options)})\` in place of the text gets tokens.`
      : ''
    return `- \`${code(scheme)}\`: ${shown}${tokens ? `${tokens}, ` : ''}${options === undefined ? '' : 'sent as '}${sent}.${from}`
  })
  if (rows.length === 0) return ''
  return `## Authentication\n\n${rows.join('\n')}`
}

function unionText(described: DescribedPackage): string {
  const unions = unionsOf(described)
  const richest = richestUnion(described)
  const [first] = richest?.union.cases ?? []
  if (!richest || !first) return ''
  const { guard, make } = richest.names.of(first)
  const isShared = richest.union.common.length > 0
  const given = [...(first.payload ? ['payload'] : []), ...(isShared ? ['shared'] : [])].join(', ')
  const { cell } = described.structures.markdown
  const rows = unions.map(
    (each) =>
      `| ${linked(`\`${each.name}\``, described.linkOf(each))} | ${cell(styleText(each.union.tagging))} | ${kindsText(described, each)} |`,
  )
  return sections(
    '## Tagged unions',
    `A value is one of several kinds. Handle it with \`${richest.names.match}\` or a guard such as \`${guard}\`, and create one with its constructor, such as \`${make}(${given})\`${isShared ? ', where `shared` holds the fields that all kinds have' : ''}. Never write a tag or test for a key by hand. Always handle the \`unknown\` arm, because the service adds kinds.`,
    program(matchProgram(described, richest)),
    `| union | distinguished by | kinds |\n|---|---|---|\n${rows.join('\n')}`,
  )
}

const MAX_KINDS = 12

function kindsText({ structures }: DescribedPackage, { union }: TaggedDeclaration): string {
  const { code } = structures.markdown
  const shown = union.cases.slice(0, MAX_KINDS).map(({ tag }) => `\`${code(tag)}\``)
  const rest = union.cases.length - shown.length
  return shown.join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

function rulesText(described: DescribedPackage): string {
  const { model, names } = described
  const isHttp = model.document.language === 'openapi'
  const has = (part: (typeof names.parts)[number]): boolean => names.parts.includes(part)
  const waiters = model.operations.flatMap(({ extensions, name }) =>
    extensions.waiter ? [`\`${extensions.waiter.name}\` (over \`${name}\`)`] : [],
  )
  const paginators = model.operations.flatMap(({ extensions }) =>
    extensions.paginator ? [`\`${extensions.paginator.name}\``] : [],
  )
  const rules = [
    'Field names and enum values are exactly those of the service. Only method names are camelCased.',
    'Integers in strings may be larger than 2^53: calculate with `BigInt(value)`, never with `Number(value)` or `parseFloat`.',
    'Enums in responses are open: always keep a branch for unknown values.',
    'To send a value from a response back, pass it on as it is. Do not copy its fields.',
    'Do not retry, poll or set timers around calls. The client retries what is safe to repeat, within one deadline.',
    ...(waiters.length > 0
      ? [
          `To wait for a result, call ${waiters.join(', ')} instead of polling. It rejects if the result is a failure.`,
        ]
      : []),
    ...(paginators.length > 0
      ? [
          `To read all pages, use \`for await\` with ${paginators.join(', ')}, which yields single items.`,
        ]
      : []),
    ...(has('validate')
      ? [
          `\`${names.package}/validate\` has a validator for every type${validatorExample(described)}. \`.is(value)\` narrows, \`.check(value)\` lists problems by path, and \`.drift(value)\` lists what is new. Do not write schemas by hand. The client option \`validate: responseValidators\` validates every response.`,
        ]
      : []),
    ...(has('decode')
      ? [
          `\`${names.package}/decode\` converts JSON values to \`bigint\`, \`Uint8Array\` and times, and back: with the client option \`decode: responseDecoders\`, or with a function for each type.`,
        ]
      : []),
    ...(isHttp && has('client')
      ? [
          `\`${names.client.create}\` bundles every operation. If size matters, use \`${names.client.connect}().call(${names.table.name}.NAME, input)\`.`,
        ]
      : []),
  ]
  return `## Rules\n\n${rules.map((rule) => `- ${rule}`).join('\n')}`
}

function validatorExample(described: DescribedPackage): string {
  const union = richestUnion(described)?.name ?? described.model.declarations[0]?.name
  const named = union === undefined ? undefined : described.names.declaration(union)?.validator
  return named === undefined ? '' : `, such as \`${named}\``
}

function tableText(described: DescribedPackage): string {
  const { model, structures } = described
  const operations = model.operations.filter((each) => !isOfSubscriptions(described, each))
  const rows = operations.slice(0, MAX_ROWS).map((operation) => {
    const { deprecated, doc, name, resource, summary } = operation
    const description = quote(structures, summary ?? doc)
    const inGroup = resource ? `, \`${resource.group}.${resource.name}\`` : ''
    return `| ${linked(`\`${name}\``, described.linkOf(operation))}${inGroup} | ${deprecated ? '**Deprecated.** ' : ''}${description} |`
  })
  if (rows.length === 0) return ''
  const rest = operations.length - rows.length
  const more = rest > 0 ? `\n\n[llms.txt](llms.txt) lists ${rest} more.` : ''
  return `## ${model.document.language === 'openapi' ? 'Operations' : 'Methods'}\n\n| call | what the description says |\n|---|---|\n${rows.join('\n')}${more}`
}
