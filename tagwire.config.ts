import { defineConfig } from 'tagwire'

/** Everything that tagwire itself writes, and guides for agents. The site makes the pages: `docs/site`. */
const emit = ['client', 'schema', 'validate', 'decode', 'mock', '@tagwire/emit-docs'] as const

export default defineConfig({
  packages: {
    routing: {
      spec: 'spec/routing/openapi.yaml',
      out: 'packages/routing',
      name: '@tagwire/routing',
      world: '@tagwire/routing-sandbox',
      license: 'MIT',
      // The sandbox is such a server.
      emit: [...emit, './packages/emit-server/dist/index.js'],
    },
    'node-rpc': {
      spec: 'spec/node-rpc/openrpc.yaml',
      out: 'packages/node-rpc',
      name: '@tagwire/node-rpc',
      license: 'MIT',
      emit,
      lines: {
        '0.37': {
          overlay: 'spec/node-rpc/v0.37',
          note: 'at its end upstream: it gets no more fixes',
        },
        '0.39': { overlay: 'spec/node-rpc/v0.39' },
        '0.40': { overlay: ['spec/node-rpc/v0.39', 'spec/node-rpc/v0.40'] },
        '1.0': {
          overlay: 'spec/node-rpc/v1.0',
          note: 'at its end upstream: 0.39 and 0.40 do not have its changes',
        },
      },
    },
  },
})
