// Generates every validator that is compared, .cache/<maker>-<type>.mjs, and values that none of them
// accepts.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@hey-api/openapi-ts'
import { _, Ajv2020 } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import { build } from 'rolldown'
import { cases, spoiled } from './data.mjs'
import { schemasOf } from './documents.mjs'

const cache = fileURLToPath(new URL('.cache/', import.meta.url))
rmSync(cache, { recursive: true, force: true })
mkdirSync(cache, { recursive: true })

/** The same questions about formats as our validators ask, in one expression each. */
const FORMATS = `module.exports = {
  int64: /^-?\\d{1,19}$/,
  uint64: /^\\d{1,20}$/,
  integer: /^-?\\d+$/,
  decimal: /^-?\\d+(?:\\.\\d+)?$/,
  hex: /^(?:[0-9A-Fa-f]{2})*$/,
  'hex-lower': /^(?:[0-9a-f]{2})*$/,
  base64: (text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text),
  'date-time': /^\\d{4}-\\d\\d-\\d\\d[Tt ]\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?(?:[Zz]|[+-]\\d\\d:\\d\\d)$/,
}
`
writeFileSync(path.join(cache, 'formats.cjs'), FORMATS)
const { default: formats } = await import('./.cache/formats.cjs')

for (const [name, spec, types] of [
  ['routing', 'spec/routing/openapi.yaml', ['Route', 'StatusTxResponse', 'SwapVenue']],
  ['node-rpc', 'spec/node-rpc/openrpc.yaml', ['ResultBlockResults']],
]) {
  const schemas = await schemasOf(spec)
  for (const type of types) ajvOf(name, type, schemas)
  writeFileSync(path.join(cache, `schemas-${name}.json`), JSON.stringify(schemas))
  await heyApiOf(name, schemas)
}

function ajvOf(name, type, schemas) {
  const ajv = new Ajv2020({
    strict: false,
    code: { source: true, lines: true, formats: _`require("./formats.cjs")` },
  })
  for (const [format, fits] of Object.entries(formats)) ajv.addFormat(format, fits)
  for (const format of ['int32', 'uint32', 'uri', 'double', 'float']) ajv.addFormat(format, true)
  ajv.addSchema({ $id: 'spec', components: { schemas } })
  const validate = ajv.compile({ $ref: `spec#/components/schemas/${type}` })
  writeFileSync(path.join(cache, `ajv-${name}-${type}.cjs`), standalone.default(ajv, validate))
}

async function heyApiOf(name, schemas) {
  const document = {
    openapi: '3.1.0',
    info: { title: name, version: '1' },
    paths: {},
    components: { schemas },
  }
  for (const plugin of ['zod', 'valibot']) {
    await createClient({
      input: document,
      output: { path: path.join(cache, `${plugin}-${name}`), postProcess: [] },
      plugins: [plugin],
      logs: { level: 'silent' },
    })
  }
}

// One bundle per maker and type, minified as a web application would have it.

const repository = fileURLToPath(new URL('../../../../', import.meta.url))
const TARGETS = [
  ['routing', 'Route', 'routeValidator'],
  ['routing', 'StatusTxResponse', 'statusTxResponseValidator'],
  ['routing', 'SwapVenue', 'swapVenueValidator'],
  ['node-rpc', 'ResultBlockResults', 'resultBlockResultsValidator'],
]

for (const [name, type, own] of TARGETS) {
  const entries = {
    tagwire: `export { ${own} as validator } from '${repository}packages/${name}/dist/validate.js'`,
    ajv: `import validate from './ajv-${name}-${type}.cjs'\nexport const is = validate`,
    zod: `import { z${type} as schema } from './zod-${name}/zod.gen.ts'
export const is = (value) => schema.safeParse(value).success`,
    // Compiles with \`new Function\` when the program starts, as its users do.
    typebox: `import formats from './formats.cjs'
import schemas from './schemas-${name}.json'
import { Set as setFormat } from 'typebox/format'
import { Compile } from 'typebox/schema'
for (const [name, format] of Object.entries(formats)) {
  setFormat(name, typeof format === 'function' ? format : (text) => format.test(text))
}
for (const name of ['int32', 'uint32', 'uri', 'double', 'float']) setFormat(name, () => true)
const schema = Compile({ $ref: '#/components/schemas/${type}', components: { schemas } })
if (!schema.IsAccelerated()) throw new Error('interpreted')
export const is = (value) => schema.Check(value)`,
    'zod-no-eval': `import { config } from 'zod'
import { z${type} as schema } from './zod-${name}/zod.gen.ts'
config({ jitless: true })
export const is = (value) => schema.safeParse(value).success`,
    valibot: `import { is as holds } from 'valibot'
import { v${type} as schema } from './valibot-${name}/valibot.gen.ts'
export const is = (value) => holds(schema, value)`,
  }
  for (const [maker, code] of Object.entries(entries)) {
    const input = path.join(cache, `entry-${maker}-${type}.mjs`)
    writeFileSync(input, code)
    await build({
      input,
      platform: 'neutral',
      output: { file: path.join(cache, `${maker}-${type}.mjs`), minify: true },
      logLevel: 'silent',
    })
  }
}

// Values with one member of another type, anywhere in them; only such as everybody refuses.
for (const { name, type, value } of cases) {
  const makers = ['tagwire', 'typebox', 'ajv', 'zod', 'valibot']
  const refusing = await Promise.all(
    makers.map(async (maker) => {
      const made = await import(`./.cache/${maker}-${type}.mjs`)
      return made.validator?.is ?? made.is
    }),
  )
  for (const is of refusing) if (!is(value)) throw new Error(`a valid ${name} is refused`)
  const refused = spoiled(value, 40).filter((each) => refusing.every((is) => !is(each)))
  if (refused.length < 10) throw new Error(`only ${refused.length} of ${name}`)
  const data = { value, invalid: refused.slice(0, 10) }
  writeFileSync(path.join(cache, `data-${name}.json`), JSON.stringify(data))
}
