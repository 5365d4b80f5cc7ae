import * as nodeRpc from '@tagwire/node-rpc'
import * as routing from '@tagwire/routing'

/** What the errors of one family of clients are called, as a caller would tell them apart. */
const classes = {
  ApiError: [routing.ApiError, routing.isApiError],
  RpcError: [nodeRpc.RpcError, nodeRpc.isRpcError],
  TransportError: [routing.TransportError, routing.isTransportError],
  TimeoutError: [routing.TimeoutError, nodeRpc.isTimeoutError],
  ValidationError: [routing.ValidationError, nodeRpc.isValidationError],
}

/** What clients here send as credentials. */
export const key = 'key-123'
const secrets = [key, 's3cret-123']

/** The reason of every abort here. */
export const own = Object.freeze({ mine: true })

/** What came of a call, as plain JSON that is the same wherever the same happened. */
export async function outcomeOf(work) {
  try {
    return { got: brief(await work()) }
  } catch (error) {
    return failure(error)
  }
}

export function failure(error) {
  if (error === own) return { failed: 'the reason of the caller' }
  const found = Object.entries(classes).find(([, [Class]]) => error instanceof Class)
  if (!found) return { failed: error?.name ?? String(error), message: briefText(error?.message) }
  const [name, [, is]] = found
  return {
    failed: name,
    ...(is(error) && error.name === name ? {} : { broken: 'name or guard' }),
    ...members(error),
    message: shapeOf(error.message),
    // A stack may have no calls at all: `fetch` captures that of the reason it is aborted with anew.
    ...(`${error.stack}\n`.startsWith(`${error.name}: ${error.message}\n`)
      ? {}
      : { broken: 'stack' }),
    ...(secrets.some((secret) => printed(error).includes(secret)) && {
      broken: 'a credential shows',
    }),
  }
}

/** Everything that people see of an error and of its causes, in the runtime's own words too. */
function printed(error) {
  const { Bun, Deno, process } = globalThis
  const util = process?.getBuiltinModule?.('node:util')
  const inspect = Bun?.inspect ?? Deno?.inspect ?? util?.inspect ?? String
  const own = [String(error), error.stack, JSON.stringify(error), inspect(error)]
  return [...own, error.cause instanceof Error ? printed(error.cause) : error.cause].join('\n')
}

function members(error) {
  const told = {}
  for (const name of ['operation', 'fault', 'status', 'code', 'reason', 'sent', 'timeoutMs']) {
    if (error[name] !== undefined) told[name] = error[name]
  }
  if (error.body !== undefined) told.body = brief(error.body)
  // A date is told in whole seconds, and some time has passed.
  if (error.retryAfterMs !== undefined) told.retryAfterS = Math.round(error.retryAfterMs / 1e4) * 10
  if (error.headers?.has('x-id')) told.header = error.headers.get('x-id')
  if (error.problems) told.problems = error.problems.map(({ path }) => path)
  return told
}

/** Runtimes name what went wrong in the network in their own words, or not at all. */
function shapeOf(message) {
  return message
    .replace(/(no answer|\d{3}), .+$/, '$1, <code>')
    .replace(/closed \(.*\)/, 'closed (<code>)')
    .replace(/127\.0\.0\.1:\d+/, '<server>')
    .replace(/height \d+(?= \(|$)/, 'height <latest>')
}

function brief(value) {
  const text = JSON.stringify(value) ?? 'undefined'
  return text.length > 300 ? `${text.slice(0, 40)}… ${text.length} characters` : (value ?? null)
}

function briefText(text) {
  return String(text).slice(0, 200)
}

export function wait(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Gives every situation a turn of its own, by which the servers keep their logs. */
export function createStage({ runtime, part }) {
  let turns = 0
  return (server, situation) => {
    const turn = `${runtime}-${part}-${++turns}`
    const log = async (where, name) => (await fetch(`${where}/log/${name}/${turn}`)).json()
    return {
      url: `${server}/${situation}/${turn}`,
      logOf: () => log(server, situation),
      /** What a server saw of the same turn by way of a redirect. */
      redirected: (where) => log(where, 'right'),
    }
  }
}

/** The log, once it says that the client is gone; a runtime may need a moment to say so. */
export async function leftLog(logOf) {
  for (let tries = 0; ; tries++) {
    const log = await logOf()
    if (log.some(({ left }) => left) || tries === 40) return log
    await wait(50)
  }
}
