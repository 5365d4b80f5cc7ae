import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  type CometClientOptions,
  createHistory,
  createRpcClient,
  fallback,
  type RpcMethod,
  type StreamingTransport,
} from '../../../../../packages/runtime/src/rpc/comet/index.js'
import { streamChainEvents } from '../../../../../packages/runtime/src/rpc/comet/stream-chain-events.js'
import { openEventStream } from '../../../../../packages/runtime/src/rpc/subscribe/open-stream.js'

import { source } from '../document.fixture.js'

const status: RpcMethod = { name: 'status', safe: true, params: [] }
const block: RpcMethod = { name: 'block', safe: true, params: [] }
const broadcast: RpcMethod = { name: 'broadcast_tx_sync', safe: false, params: [] }

function clientOf(version: unknown, options: Omit<CometClientOptions, 'transport'> = {}) {
  const calls: string[] = []
  const transport = {
    kind: 'http',
    call: async ({ method }: { method: RpcMethod }) => {
      calls.push(method.name)
      return method.name === 'status' ? { node_info: { network: 'one', version } } : 'done'
    },
    close: () => {},
  }
  return { calls, client: createRpcClient({ transport, release: '0.38', ...options }) }
}

const refused = {
  name: 'TransportError',
  fault: 'endpoint',
  operation: 'status',
  message: expect.stringMatching(/of release (0\.37|1\.0), this client is made for 0\.38/),
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('checkRelease', () => {
  test.each(['0.37.16', 'v0.37.0-rc1', '1.0.1'])('refuses %s', async (version) => {
    const { client, calls } = clientOf(version, { checkRelease: true })
    await expect(client.call(block)).rejects.toMatchObject(refused)
    await expect(client.call(status)).rejects.toMatchObject(refused)
    calls.length = 0
    await expect(client.call(broadcast)).rejects.toMatchObject(refused)
    expect(calls).toEqual(['status'])
  })

  test.each(['0.38.25', '0.40.0', '', undefined, 'custom', '0'])('takes %j', async (version) => {
    const { client, calls } = clientOf(version, { checkRelease: true })
    expect(await client.call(block)).toBe('done')
    expect(await client.call(broadcast)).toBe('done')
    expect(calls.toSorted()).toEqual(['block', 'broadcast_tx_sync', 'status'])
  })

  test('has one question for the chain and the release', async () => {
    const { client, calls } = clientOf('0.37.16', { checkRelease: true, chainId: 'one' })
    await expect(client.call(block)).rejects.toMatchObject(refused)
    expect(calls).toEqual(['status'])
  })
})

describe('without it', () => {
  test('nothing is asked, and what passes is warned of once', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const { client, calls } = clientOf('0.37.16')
    await client.call(block)
    expect(calls).toEqual(['block'])
    expect(warn).not.toHaveBeenCalled()
    await client.call(status)
    await client.call(status)
    expect(warn).toHaveBeenCalledExactlyOnceWith(refused.message)
  })

  test('a release that fits and `checkRelease: false` are silent', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    await clientOf('0.38.17').client.call(status)
    await clientOf('0.37.16', { checkRelease: false }).client.call(status)
    await clientOf('0.37.16', { release: 'draft' }).client.call(status)
    expect(warn).not.toHaveBeenCalled()
  })
})

describe('subscriptions', () => {
  /** A node that delivers one event; the calls that it receives are in `calls`. */
  function liveNode(version: string, options: Omit<CometClientOptions, 'transport'> = {}) {
    const calls: string[] = []
    const call = async ({ method }: { method: RpcMethod }) => {
      calls.push(method.name)
      return { node_info: { network: 'one', version }, sync_info: { latest_block_height: '4' } }
    }
    const transport: StreamingTransport = {
      kind: 'websocket',
      call,
      async subscribe(_, observer) {
        observer.next({ query: '', data: {}, events: {} })
        return { call, close: () => {}, abandon: () => {} }
      },
      streamEvents: streamChainEvents,
      close: () => {},
    }
    const client = createRpcClient({ transport, release: '0.38', ...options })
    return {
      calls,
      subscribe: (kind: string) => openEventStream(client, source, `tm.event='${kind}'`),
    }
  }

  test('are refused with `checkRelease`', async () => {
    const { subscribe } = liveNode('1.0.1', { checkRelease: true })
    await expect(subscribe('Vote').next()).rejects.toMatchObject(refused)
    const { subscribe: fitting, calls } = liveNode('0.38.17', { checkRelease: true })
    expect((await fitting('Vote').next()).done).toBe(false)
    expect(calls).toContain('status')
  })

  test('warn by what they ask anyway, and ask nothing for it', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const { subscribe, calls } = liveNode('1.0.1')
    await using votes = subscribe('Unlock')
    expect((await votes.next()).done).toBe(false)
    // After a lost connection it has to be known whether the chain is the same.
    expect(calls).toEqual(['status'])
    expect(warn).toHaveBeenCalledExactlyOnceWith(refused.message)
    await using blocks = subscribe('NewBlock')
    await blocks.ready
    expect(calls).toContain('status')
    expect(warn).toHaveBeenCalledExactlyOnceWith(refused.message)
  })
})

describe('fallback', () => {
  /** Nodes of these releases, in order; the result of a call is the node that responded. */
  function nodesOf(
    versions: readonly string[],
    options: Omit<CometClientOptions, 'transport'> = {},
  ) {
    const calls: string[] = []
    const transports = versions.map((version) => ({
      kind: 'http',
      async call({ method }: { method: RpcMethod }) {
        calls.push(`${method.name} of ${version}`)
        const sync_info = { latest_block_height: '4', catching_up: false }
        return method.name === 'status'
          ? { node_info: { network: 'one', version }, sync_info }
          : version
      },
      close: () => {},
    }))
    const transport = fallback(transports)
    return { calls, client: createRpcClient({ transport, release: '0.38', ...options }) }
  }

  test('never uses a node of another release with `checkRelease`', async () => {
    const { client, calls } = nodesOf(['1.0.1', '0.38.17', '0.37.16'], { checkRelease: true })
    expect(await client.call(block)).toBe('0.38.17')
    expect(await client.call(broadcast)).toBe('0.38.17')
    expect(calls.filter((call) => !call.startsWith('status'))).toEqual([
      'block of 0.38.17',
      'broadcast_tx_sync of 0.38.17',
    ])
  })

  test('says so when there is no other', async () => {
    const { client } = nodesOf(['1.0.1', '0.37.16'], { checkRelease: true })
    const error = await client.call(block).catch((reason: unknown) => reason)
    expect(error).toMatchObject({
      name: 'TransportError',
      cause: { errors: [refused, refused] },
    })
  })

  test('warns by what it asks anyway, and asks nothing for it', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const { client, calls } = nodesOf(['1.0.1', '0.38.17'])
    expect(await client.call(block)).toBe('1.0.1')
    expect(calls.toSorted()).toEqual(['block of 1.0.1', 'status of 0.38.17', 'status of 1.0.1'])
    expect(warn).toHaveBeenCalledExactlyOnceWith(refused.message)
  })

  test('which clients share keeps what the strictest of them asks for', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const { client } = nodesOf(['1.0.1', '0.38.17'], { checkRelease: true })
    const other = createRpcClient({ transport: client.transport, release: '0.38' })
    expect(await other.call(block)).toBe('0.38.17')
  })
})

describe('history', () => {
  const methods: { readonly block: RpcMethod<{ height?: number }, unknown> } = {
    block: {
      name: 'block',
      safe: true,
      params: [{ name: 'height', kind: 'integer' }],
    },
  }
  const history = createHistory<object, typeof methods>(methods, '0.38')

  async function read(version: string, checkRelease?: boolean) {
    const calls: string[] = []
    const sync_info = { earliest_block_height: '1', latest_block_height: '2' }
    const transport = {
      kind: 'http',
      async call({ method }: { method: RpcMethod }) {
        calls.push(method.name)
        return method.name === 'status'
          ? { node_info: { network: 'one', version }, sync_info }
          : { block: {} }
      },
      close: () => {},
    }
    for await (const _ of history({ transport }, { methods: ['block'], checkRelease })) {
      // Only requested results count.
    }
    return calls
  }

  test('looks at the release when it asks for the heights of the node', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    expect(await read('0.37.16')).toEqual(['status', 'block', 'block'])
    expect(warn).toHaveBeenCalledExactlyOnceWith(refused.message)
    await read('0.37.16', false)
    await read('0.38.1', true)
    expect(warn).toHaveBeenCalledOnce()
    await expect(read('1.0.1', true)).rejects.toMatchObject(refused)
  })
})
