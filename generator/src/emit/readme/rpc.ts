import type { Events } from '../../model/extensions.js'
import { camelCase } from '../../model/names.js'
import { argumentForm } from '../../model/operations/encodings.js'
import type { Operation } from '../../model/operations/operation.js'
import { baseName, clientNames, mockNames } from '../../view/client-names.js'
import type { PackageView } from '../../view/package-view.js'
import { anotherHost, pagedOperation, showcaseMethod, startOf } from '../../view/readme/methods.js'
import {
  type DescribedKind,
  describedKinds,
  subscribingMethods,
} from '../../view/rpc/described-subscriptions.js'
import { isEthereum, takesUris } from '../../view/rpc/transports.js'
import { hasResponseValidators } from '../../view/validate/validators.js'
import { dialectModule } from '../runtime-entries.js'
import { codeList } from '../typescript/doc.js'
import { objectKey, propertyAccess, stringLiteral } from '../typescript/text.js'
import { type ClientGuide, exampleInputText } from './http.js'
import { code, codes } from './markdown.js'
import { renderTemplate } from './template.js'

/** The guide to a JSON-RPC client, with methods of the document. */
export function rpcGuide(view: PackageView, unionGuide: string): ClientGuide {
  const { operations, servers } = view.model
  const client = camelCase(baseName(view.clientName))
  const hidden = subscribingMethods(view.model)
  const callable = operations.filter(({ id }) => !hidden.has(id))
  const shown = showcaseMethod(callable.length > 0 ? callable : operations)
  const events = operations.flatMap(({ extensions }) => extensions.events ?? [])[0]
  const waiting = operations.find(({ extensions }) => extensions.waiter)
  const paging = pagedOperation(operations)
  const start = startOf(operations, waiting)
  const dialect = dialectModule(view.model)
  const eventFacts = eventView(events)
  const described = describedKinds(view.model)
  const describedFacts = describedView(described)
  const inputText = exampleInputText(view.model)
  const urls = servers.map((each) => each.url)
  const url = urls.find((each) => /^http/.test(each)) ?? 'http://127.0.0.1'
  const names = {
    name: view.name,
    release: code(view.model.version),
    create: clientNames(view.clientName).create,
    url: stringLiteral(url),
    otherUrl: stringLiteral(urls.filter((each) => /^http/.test(each))[1] ?? anotherHost(url)),
    socket: stringLiteral(urls.find((url) => /^ws/.test(url)) ?? 'ws://127.0.0.1'),
    ...eventFacts,
  }
  const facts = {
    ...names,
    firstTitle: dialect ? 'Read the chain' : 'Quick start',
    server: dialect ? 'node' : 'server',
    client,
    hasTable: !view.names.has('methods'),
    connect: clientNames(view.clientName).connect,
    smallCall: [`calls${propertyAccess(shown.name)}`, inputText(shown)].filter(Boolean).join(', '),
    method: shown.name,
    input: inputText(shown),
    dialectGuide: dialect ? renderTemplate('README.cometbft.md', names).trimEnd() : '',
    nodesGuide: dialect ? renderTemplate('README.cometbft.nodes.md', names).trimEnd() : '',
    hasDialect: dialect !== undefined,
    hasPlainEvents: events !== undefined && !dialect,
    ...describedFacts,
    eventsGuide:
      described.length > 0
        ? renderTemplate('README.rpc.events.md', { ...names, ...describedFacts }).trimEnd()
        : '',
    hasEvents: events !== undefined || described.length > 0,
    hasChain: (eventFacts.followed ?? '') !== '' || described.some(({ kind }) => kind.chain),
    hasUri: takesUris(view.model),
    hasWallets: isEthereum(view.model),
    waitTitle: dialect ? 'Send a transaction' : (title(start) ?? 'Wait for the result'),
    waitFor: waiting?.extensions.waiter?.name ?? '',
    waited: waiting?.name ?? '',
    ...endsView(waiting),
    waitInput: inputText(waiting),
    ...startView(start, waiting),
    startInput: inputText(start),
    pageTitle: title(paging) ?? 'Read all pages',
    pages: paging?.extensions.paginator?.name ?? '',
    pageInput: inputText(paging),
    mock: mockNames(view.clientName).mock,
    hasValidators: hasResponseValidators(view),
    hasMock: view.parts.has('mock'),
  }
  const tasks = renderTemplate('README.rpc.md', facts).trimEnd()
  return {
    tasks: unionGuide === '' ? tasks : `${tasks}\n\n${unionGuide}`,
    details: renderTemplate('README.rpc.details.md', facts).trimEnd(),
  }
}

/** The final states of waiting, if the document has them. */
function endsView(waiting: Operation | undefined): { waitEnds: string; waitFailures: string } {
  const { values = [], failure = [], givenUp = [] } = waiting?.extensions.waiter?.until ?? {}
  return { waitEnds: codeList(values), waitFailures: codeList([...failure, ...givenUp]) }
}

/** The summary of a method, as a heading. */
function title(operation: Operation | undefined): string | undefined {
  return operation?.summary?.replace(/\.$/, '')
}

/**
 * The call whose result is waited for, and how its response becomes the arguments of the waiter.
 */
function startView(
  start: Operation | undefined,
  waiting: Operation | undefined,
): { start: string; waitAnswer: string } {
  if (!waiting || !start) return { start: '', waitAnswer: '' }
  const needed = waiting.input.parameters.filter(({ required }) => required)
  const members = needed.map(({ name, encoding }) => {
    const value = `sent${propertyAccess(name)}`
    // Results contain bytes as hex digits, which arguments mark with `0x`.
    const isBytes = argumentForm(encoding) === 'bytes'
    return `${objectKey(name)}: ${isBytes ? `\`0x\${${value}}\`` : value}`
  })
  return { start: start.name, waitAnswer: `{ ${members.join(', ')} }` }
}

function eventView(events: Events | undefined): Record<string, string> {
  const followed = (events?.kinds ?? []).filter((kind) => kind.resume === 'backfill')
  const others = (events?.kinds ?? []).filter((kind) => !followed.includes(kind))
  const [kind] = followed.length > 0 ? followed : (events?.kinds ?? [])
  return {
    query: events && kind ? stringLiteral(`${events.key}='${kind.name}'`) : '',
    followed: codes(followed.map(({ name }) => name)),
    reconnected: codes(others.map(({ name }) => name)) || 'no kind',
  }
}

function describedView(kinds: readonly DescribedKind[]): Record<string, string> {
  const followed = kinds.filter(({ kind }) => kind.chain ?? kind.contents)
  const [shown] = followed.length > 0 ? followed : kinds
  const namesOf = (some: readonly DescribedKind[]): string =>
    codes(some.map(({ kind }) => kind.name))
  const needed = (shown?.operation.input.parameters ?? []).filter(
    ({ name, required }) => required && name !== shown?.subscription.parameter,
  )
  const given = needed.map(({ name }) => `${objectKey(name)}: …`).join(', ')
  return {
    allKinds: namesOf(kinds),
    shownKind: shown ? stringLiteral(shown.kind.name) : '',
    shownParams: given === '' ? '' : `, { ${given} }`,
    followedKinds: namesOf(followed),
    perBlockKinds: namesOf(kinds.filter(({ kind }) => kind.contents)),
    reportedKinds: namesOf(kinds.filter((each) => !followed.includes(each))),
  }
}
