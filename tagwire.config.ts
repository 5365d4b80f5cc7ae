import { defineConfig } from 'tagwire'

/** Everything that tagwire itself writes, and documentation for people and agents. */
const emit = ['client', 'schema', 'validate', 'decode', 'mock', '@tagwire/emit-docs'] as const

export default defineConfig({
  packages: {
    routing: {
      spec: 'spec/routing/openapi.yaml',
      out: 'packages/routing',
      name: '@tagwire/routing',
      world: '@tagwire/routing-sandbox',
      license: 'MIT',
      emit,
    },
    'node-rpc': {
      spec: 'spec/node-rpc/openrpc.yaml',
      out: 'packages/node-rpc',
      name: '@tagwire/node-rpc',
      license: 'MIT',
      emit,
    },
  },
})
