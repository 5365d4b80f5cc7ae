import { createRoutingClient, isApiError } from '@tagwire/routing'
import { responseValidators } from '@tagwire/routing/validate'
import { codeBlock, element, labelled, printed, section } from './elements.js'
import { drawRoute } from './route-drawing.js'
import { isRoute } from './routing.js'
import { sandboxFetch } from './sandbox-fetch.js'

/** An operation, and an input to begin with. */
export interface ListedOperation {
  readonly name: string
  readonly summary: string
  readonly input: unknown
}

const SANDBOX = 'https://sandbox.invalid'

/** The generated client, running in the page. */
export function routingPanel(operations: readonly ListedOperation[], worker: string): HTMLElement {
  const address = element('input', {
    type: 'url',
    placeholder: 'empty: the sandbox in this page, offline',
    spellcheck: 'false',
  })
  const choice = element(
    'select',
    {},
    ...operations.map(({ name, summary }) =>
      element('option', { value: name }, summary === '' ? name : `${name}: ${summary}`),
    ),
  )
  const input = element('textarea', { rows: '12', spellcheck: 'false' })
  const send = element('button', { type: 'submit' }, 'Call')
  const follow = element('button', { type: 'button' }, 'Follow its status')
  const output = element('div', { 'aria-live': 'polite' })
  const inSandbox = sandboxFetch(worker)

  const showInput = (): void => {
    const chosen = operations.find(({ name }) => name === choice.value)
    input.value = printed(chosen?.input ?? {})
    follow.hidden = choice.value !== 'status'
  }
  choice.addEventListener('change', showInput)
  showInput()

  const begin = () => {
    const travelled: HTMLElement[] = []
    const target = address.value === '' ? inSandbox : fetch
    const routing = createRoutingClient({
      baseUrl: address.value === '' ? SANDBOX : address.value,
      fetch: recording(target, (text) => travelled.push(codeBlock(text))),
    })
    return { routing, travelled }
  }

  const form = element(
    'form',
    {},
    labelled('Address', address),
    labelled('Operation', choice),
    labelled('Input', input),
    element('p', {}, send, ' ', follow),
  )
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const name = choice.value
    try {
      const given: unknown = JSON.parse(input.value)
      const { routing, travelled } = begin()
      const answer = await called(routing, name, given).catch((error: unknown) => error)
      output.replaceChildren(
        section('The call', codeBlock(callText(name, input.value, address.value))),
        section('As it travelled', ...travelled),
        ...(answer instanceof Error ? [failure(answer)] : outcome(name, answer)),
      )
    } catch (error) {
      output.replaceChildren(failure(error))
    }
  })
  follow.addEventListener('click', async () => {
    try {
      const given: unknown = JSON.parse(input.value)
      const { routing } = begin()
      const states = element('ol', { class: 'states' })
      output.replaceChildren(section('Its status, as it changes', states))
      for await (const update of routing.watchStatus(statusQuery(given))) {
        states.append(element('li', {}, update.state ?? 'no state'))
      }
      states.append(element('li', {}, 'the end'))
    } catch (error) {
      output.append(failure(error))
    }
  })
  return element('div', { class: 'panel' }, form, output)
}

function statusQuery(given: unknown): { tx_hash: string; chain_id: string } {
  const read = (name: string): string => {
    const value: unknown =
      typeof given === 'object' && given !== null ? Reflect.get(given, name) : ''
    return typeof value === 'string' ? value : ''
  }
  return { tx_hash: read('tx_hash'), chain_id: read('chain_id') }
}

/** Calls the method of that name: which one is decided on the page. */
async function called(client: object, name: string, given: unknown): Promise<unknown> {
  const method: unknown = Reflect.get(client, name)
  if (typeof method !== 'function') throw new TypeError(`there is no ${name}`)
  return await Reflect.apply(method, client, [given])
}

function callText(name: string, input: string, address: string): string {
  const options = address === '' ? '' : `{ baseUrl: ${JSON.stringify(address)} }`
  return `import { createRoutingClient } from '@tagwire/routing'

const routing = createRoutingClient(${options})
const answer = await routing.${name}(${input.trim() === '{}' ? '' : input})`
}

/** Shows requests and answers as they are, before anybody reads them. */
function recording(target: typeof fetch, show: (text: string) => void): typeof fetch {
  return async (given, init) => {
    const request = new Request(given, init)
    const body = await request.clone().text()
    const begun = performance.now()
    const response = await target(request)
    const text = await response.clone().text()
    const { pathname, search } = new URL(request.url)
    show(
      `${request.method} ${pathname}${search}\n${body}\n\n${response.status} after ${Math.round(performance.now() - begun)} ms\n${cut(text)}`,
    )
    return response
  }
}

function cut(text: string): string {
  return text.length > 4000
    ? `${text.slice(0, 4000)}\n… ${text.length - 4000} more characters`
    : text
}

function outcome(name: string, answer: unknown): HTMLElement[] {
  const found: unknown = Reflect.get(responseValidators, name)
  const problems = isValidator(found) ? found.check(answer) : []
  const drift = isValidator(found) ? found.drift(answer) : []
  const route = routeIn(answer)
  return [
    ...(route ? [section('The way', drawRoute(route))] : []),
    section('Answer', codeBlock(printed(answer))),
    section('Against the document', problemList('It holds.', problems), driftList(drift)),
  ]
}

/** A route, or the one that came with its messages. */
function routeIn(answer: unknown) {
  if (isRoute(answer)) return answer
  const inner: unknown =
    typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'route') : undefined
  return isRoute(inner) ? inner : undefined
}

interface Problem {
  readonly path: string
  readonly message: string
}

interface Validator {
  check(value: unknown): readonly Problem[]
  drift(value: unknown): readonly Problem[]
}

function isValidator(value: unknown): value is Validator {
  return typeof value === 'object' && value !== null && 'check' in value && 'drift' in value
}

function problemList(none: string, problems: readonly Problem[]): HTMLElement {
  if (problems.length === 0) return element('p', {}, none)
  const rows = problems.slice(0, 50).map(({ path, message }) => {
    return element('li', {}, element('code', {}, path === '' ? '/' : path), ` ${message}`)
  })
  return element('ul', {}, ...rows)
}

function driftList(drift: readonly Problem[]): HTMLElement {
  return drift.length === 0
    ? element('p', {}, 'Nothing in it is new.')
    : element('div', {}, element('p', {}, 'New to this version:'), problemList('', drift))
}

function failure(error: unknown): HTMLElement {
  const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const body = isApiError(error) ? [codeBlock(printed(error.body))] : []
  return section('It failed', element('p', { role: 'alert' }, said), ...body)
}
