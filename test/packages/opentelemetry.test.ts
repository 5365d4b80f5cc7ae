import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SpanStatusCode } from '@opentelemetry/api'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { mockRouting } from '@tagwire/routing/mock'
import { createJiti } from 'jiti'
import { expect, test } from 'vitest'

/** Runs the lines of both READMEs unchanged, with the tracer of the real library. */

const root = new URL('../../', import.meta.url)

function tracedLines(name: string): string {
  const readme = readFileSync(fileURLToPath(new URL(`packages/${name}/README.md`, root)), 'utf8')
  const [, block = ''] = /## Logs, metrics and traces\n.*?```ts\n(.*?)```/s.exec(readme) ?? []
  const [declared = ''] = /^declare const tracer.*$/m.exec(block) ?? []
  expect(declared).toContain('@opentelemetry/api')
  return block.replace(declared, 'const { tracer } = globalThis.tagwireTest')
}

async function spansOf(name: string, use: string, given: object) {
  const exporter = new InMemorySpanExporter()
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  const shared = { tracer: provider.getTracer('tagwire'), ...given }
  Reflect.set(globalThis, 'tagwireTest', shared)
  try {
    const jiti = createJiti(import.meta.url, { fsCache: false })
    const filename = fileURLToPath(new URL(`test/packages/${name}-readme.ts`, root))
    await jiti.evalModule(`${tracedLines(name)}\n${use}`, { filename, async: true })
  } finally {
    Reflect.deleteProperty(globalThis, 'tagwireTest')
  }
  return exporter.getFinishedSpans().map(({ name, attributes, status }) => {
    expect(status.code).toBe(SpanStatusCode.UNSET)
    return { name, attributes }
  })
}

test('the routing client makes a span of each request', async () => {
  const use = 'await traced.chains(undefined, {}).catch(() => {}); await traced.bridges()'
  const kept = globalThis.fetch
  const world = mockRouting()
  globalThis.fetch = (input, init) => world(input instanceof Request ? input : String(input), init)
  try {
    expect(await spansOf('routing', use, {})).toEqual(
      ['chains', 'bridges'].map((name) => ({
        name,
        attributes: {
          'url.full': `https://api.skip.build/v2/info/${name}`,
          'http.response.status_code': 200,
        },
      })),
    )
  } finally {
    globalThis.fetch = kept
  }
})

test('the client of a node makes a span of each try', async () => {
  const kept = globalThis.fetch
  globalThis.fetch = async () => Response.json({ jsonrpc: '2.0', id: 1, result: {} })
  try {
    const use = 'await traced.health(); await traced.close(); await traced.health().catch(() => {})'
    expect(await spansOf('node-rpc', use, {})).toEqual([
      { name: 'health', attributes: { 'server.address': 'http://127.0.0.1:26657' } },
      {
        name: 'health',
        attributes: { 'server.address': '', 'error.type': 'TransportError' },
      },
    ])
  } finally {
    globalThis.fetch = kept
  }
})
