// The generators that are measured: the command to run for a document and an empty folder. `kind` is what
// they generate.

import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const at = (file) => fileURLToPath(new URL(file, import.meta.url))
const tagwire = at('../../../../generator/dist/main.js')
export const bin = {
  openapiTypescript: at('node_modules/openapi-typescript/bin/cli.js'),
  heyApi: at('node_modules/@hey-api/openapi-ts/bin/run.js'),
  orval: at('node_modules/orval/dist/bin/orval.mjs'),
  kubb: at('node_modules/@kubb/cli/bin/kubb.cjs'),
  redocly: at('node_modules/@redocly/cli/bin/cli.js'),
}

/** `write` puts a configuration into the folder where one is needed. */
function configured(folder, name, text) {
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}

function tagwireArgs(document, folder, emit) {
  const what = emit === undefined ? [] : ['--emit', emit]
  return [
    tagwire,
    'generate',
    '--quiet',
    '--spec',
    document,
    '--out',
    folder,
    '--name',
    '@bench/api',
    ...what,
  ]
}

function heyApiArgs(document, folder, plugins) {
  const config = configured(
    folder,
    'openapi-ts.config.mjs',
    `export default ${JSON.stringify({ input: document, output: { path: path.join(folder, 'src') }, plugins, logs: { level: 'silent' } })}\n`,
  )
  return [bin.heyApi, '--file', config]
}

function orvalArgs(document, folder, client) {
  const outputs = {
    api: { input: document, output: { target: path.join(folder, 'src/api.ts'), client: 'fetch' } },
    ...(client === 'zod'
      ? { zod: { input: document, output: { target: path.join(folder, 'src/zod.ts'), client } } }
      : {}),
  }
  const config = configured(
    folder,
    'orval.config.mjs',
    `export default ${JSON.stringify(outputs)}\n`,
  )
  return [bin.orval, '--config', config]
}

/** Without its own generators: they write the document's schemas once more, as JSON. */
function kubbPlugin(name) {
  return name === 'Oas' ? 'pluginOas({ generators: [] })' : `plugin${name}()`
}

function kubbArgs(document, folder, plugins) {
  const config = configured(
    folder,
    'kubb.config.mjs',
    `import { defineConfig } from '@kubb/core'
${plugins.map((name) => `import { plugin${name} } from '@kubb/plugin-${name.toLowerCase()}'`).join('\n')}

export default defineConfig({
  root: ${JSON.stringify(folder)},
  input: { path: ${JSON.stringify(document)} },
  output: { path: './src', clean: true, format: false, lint: false },
  plugins: [${plugins.map(kubbPlugin).join(', ')}],
})
`,
  )
  return [bin.kubb, 'generate', '--config', config, '--logLevel', 'silent']
}

function redoclyArgs(document, folder, generators) {
  const chosen = generators.flatMap((name) => ['--generator', name])
  return [
    bin.redocly,
    'generate-client',
    document,
    '-o',
    path.join(folder, 'src/api.ts'),
    ...chosen,
  ]
}

export const makers = [
  {
    name: 'openapi-typescript',
    kind: 'types',
    args: (document, folder) => [
      bin.openapiTypescript,
      document,
      '-o',
      path.join(folder, 'src/schema.ts'),
    ],
  },
  {
    name: 'tagwire',
    kind: 'client without schema',
    args: (document, folder) => tagwireArgs(document, folder, 'client'),
  },
  {
    name: 'tagwire',
    kind: 'client',
    args: (document, folder) => tagwireArgs(document, folder, 'client,schema'),
  },
  {
    name: 'tagwire',
    kind: 'client without schema, validators',
    args: (document, folder) => tagwireArgs(document, folder, 'client,validate'),
  },
  {
    name: 'tagwire',
    kind: 'client, validators',
    args: (document, folder) => tagwireArgs(document, folder, 'client,schema,validate'),
  },
  {
    name: 'tagwire',
    kind: 'everything',
    args: (document, folder) => tagwireArgs(document, folder),
  },
  {
    name: 'hey-api',
    kind: 'client',
    args: (document, folder) =>
      heyApiArgs(document, folder, [
        '@hey-api/typescript',
        '@hey-api/sdk',
        '@hey-api/client-fetch',
      ]),
  },
  {
    name: 'hey-api',
    kind: 'client, validators',
    args: (document, folder) =>
      heyApiArgs(document, folder, [
        '@hey-api/typescript',
        { name: '@hey-api/sdk', validator: 'zod' },
        '@hey-api/client-fetch',
        'zod',
      ]),
  },
  { name: 'orval', kind: 'client', args: (document, folder) => orvalArgs(document, folder) },
  {
    name: 'orval',
    kind: 'client, validators',
    args: (document, folder) => orvalArgs(document, folder, 'zod'),
  },
  {
    name: 'kubb',
    kind: 'client',
    args: (document, folder) => kubbArgs(document, folder, ['Oas', 'Ts', 'Client']),
  },
  {
    name: 'kubb',
    kind: 'client, validators',
    args: (document, folder) => kubbArgs(document, folder, ['Oas', 'Ts', 'Client', 'Zod']),
  },
  {
    name: 'redocly',
    kind: 'client',
    args: (document, folder) => redoclyArgs(document, folder, ['typescript']),
  },
  {
    name: 'redocly',
    kind: 'client, validators',
    args: (document, folder) => redoclyArgs(document, folder, ['typescript', 'zod']),
  },
]
