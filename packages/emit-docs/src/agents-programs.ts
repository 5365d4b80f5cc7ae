import type { DescribedPackage } from './described-package.js'
import { program } from './page.js'

// The sections of `AGENTS.md` with programs that are alike for every service: to wait, to handle errors, to test.

/** How to wait for a result, good or bad. */
export function waitText({ client, model, names, structures }: DescribedPackage): string {
  const operation = model.operations.find(({ extensions }) => extensions.waiter)
  const { waiter } = operation?.extensions ?? {}
  if (!waiter || !names.parts.includes('client')) return ''
  const { create } = names.client
  const isHttp = model.document.language === 'openapi'
  const canFail = waiter.until?.failure !== undefined || waiter.until?.givenUp !== undefined
  const url = model.servers.find((server) => server.url.startsWith('http'))?.url ?? ''
  const imported = [
    create,
    ...(isHttp ? [] : ['http']),
    'isTimeoutError',
    ...(canFail ? ['isWaitFailedError'] : []),
  ]
  const options = isHttp ? '' : `{ transport: http(${structures.stringLiteral(url)}) }`
  const failed = canFail
    ? `if (isWaitFailedError(error)) console.error('failed:', error.outcome, error.last)
    else `
    : ''
  return `## Wait for the result\n\n${program(`import { ${imported.join(', ')} } from ${structures.stringLiteral(names.package)}

const ${client} = ${create}(${options})

export async function ended(input: Parameters<typeof ${client}.${waiter.name}>[0]) {
  try {
    return await ${client}.${waiter.name}(input, { timeoutMs: 600_000 })
  } catch (error) {
    ${failed}if (isTimeoutError(error)) console.error('still in progress; call again with the same input')
    else throw error
  }
}`)}`
}

/** The errors of a call, told apart. */
export function errorText({ model, names, structures }: DescribedPackage): string {
  if (!names.parts.includes('client')) return ''
  const answered = model.document.language === 'openapi' ? 'isApiError' : 'isRpcError'
  const details =
    model.document.language === 'openapi' ? 'error.status, error.body' : 'error.code, error.data'
  return `## Errors\n\n${program(`import { ${answered}, isTimeoutError, isTransportError } from ${structures.stringLiteral(names.package)}

export function explain(error: unknown): void {
  if (${answered}(error)) console.error('the service returned an error:', ${details})
  else if (isTimeoutError(error)) console.error('no response within', error.timeoutMs)
  else if (isTransportError(error)) console.error('no usable response:', error.fault)
  else throw error
}`)}`
}

/** The mock in place of a server. */
export function testText({ client, model, names, structures }: DescribedPackage): string {
  if (!names.parts.includes('mock') || !names.parts.includes('client')) return ''
  const { create } = names.client
  const { mock } = names.mock
  const isHttp = model.document.language === 'openapi'
  const first = model.operations.find((each) => names.operation(each).method !== undefined)
  const handled = isHttp && first !== undefined
  const handlers = handled
    ? `{ ${structures.propertyKey(first.name)}: () => mockFailure({ status: 503 }) }`
    : ''
  const imported = handled ? `${mock}, mockFailure` : mock
  const option = `${isHttp ? 'fetch' : 'transport'}: ${mock}(${handlers})`
  const world =
    names.worldPackage === undefined
      ? `Other operations respond with the document's examples; with \`${mock}({}, { onUnknown: 'example' })\`, those without one respond with made-up data that the document allows.`
      : `Other operations respond with sample data from \`${names.worldPackage}\` (\`npm install --save-dev ${names.worldPackage}\`).`
  return `## Test without a server\n\n${program(`import { ${create} } from ${structures.stringLiteral(names.package)}
import { ${imported} } from ${structures.stringLiteral(`${names.package}/mock`)}

export const ${client} = ${create}({ ${option} })`)}\n\nThe mock takes a function for each operation, from its input to its response. ${world} Do not stub \`fetch\` yourself.`
}
