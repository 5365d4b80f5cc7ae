// The peers, and where each of them puts its output. Paths are below the folder of a run.

import { readdirSync } from 'node:fs'
import path from 'node:path'

const INPUT = 'input' // what programs that are bundled hand to the call

const zodOf = (module, name) => ({ module, name, accepts: 'safeParse', gives: 'parse' })

export const peers = [
  {
    name: 'tagwire',
    version: '../../../../generator/package.json',
    kinds: ['client, validators'],
    operation: "import type { Operation } from '../src/index.js'",
    validator: { module: 'src/validate.ts', name: 'operationValidator', accepts: 'is' },
    call: `import { createApiClient } from './src/client.ts'
globalThis.answer = createApiClient().route(${INPUT})`,
    check: (args) => args.map((each) => (each === 'generate' ? 'check' : each)),
  },
  {
    name: 'openapi-typescript',
    version: 'openapi-typescript',
    kinds: ['types'],
    operation: `import type { components } from '../src/schema.js'
type Operation = components['schemas']['Operation']`,
    call: `import createClient from 'openapi-fetch'
globalThis.answer = createClient({ baseUrl: 'https://api.skip.build' }).POST('/v2/fungible/route', { body: ${INPUT} })`,
    check: (args) => [...args, '--check'],
  },
  {
    name: 'hey-api',
    version: '@hey-api/openapi-ts',
    kinds: ['client, validators', 'client'],
    operation: "import type { Operation } from '../src/types.gen.js'",
    validator: zodOf('src/zod.gen.ts', 'zOperation'),
    call: `import { route } from './src/sdk.gen.ts'
globalThis.answer = route({ body: ${INPUT} })`,
  },
  {
    name: 'orval',
    version: 'orval',
    kinds: ['client, validators', 'client'],
    operation: "import type { Operation } from '../src/api.js'",
    // It makes schemas of whole answers only.
    validator: undefined,
    call: `import { route } from './src/api.ts'
globalThis.answer = route(${INPUT})`,
  },
  {
    name: 'kubb',
    version: '@kubb/cli',
    kinds: ['client, validators', 'client'],
    operation: "import type { Operation } from '../src/types/Operation.js'",
    validator: zodOf('src/zod/operationSchema.ts', 'operationSchema'),
    call: `import { route } from './src/clients/route.ts'
globalThis.answer = route(${INPUT})`,
  },
  {
    name: 'redocly',
    version: '@redocly/cli',
    kinds: ['client, validators', 'client'],
    operation: "import type { Operation } from '../src/api.js'",
    validator: zodOf('src/api.zod.ts', 'OperationSchema'),
    call: `import { route } from './src/api.ts'
globalThis.answer = route(${INPUT})`,
  },
]

/** The sources that a run left. */
export function sourcesOf(folder) {
  return readdirSync(path.join(folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.join(folder, 'src', file))
}
