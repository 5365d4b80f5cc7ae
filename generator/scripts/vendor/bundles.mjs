import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import { slice } from './slice.mjs'

const home = path.resolve(import.meta.dirname, '../..')
const inPlace = (file) => path.join(home, 'vendor', file)
const written = (file) => () => readFileSync(inPlace(file), 'utf8')

const MORPH = fileURLToPath(import.meta.resolve('ts-morph'))
const TRANSFORMS = fileURLToPath(import.meta.resolve('openapi-typescript/dist/transform/index.mjs'))

/** Not a file. */
const VOCABULARY = 'compiled:vocabulary'

/**
 * What is bundled, into a file of this name. `alias` names modules of ours in place of packages that hardly anything is
 * used of, and `instead` in place of single modules.
 */
export const BUNDLES = [
  {
    name: 'ts-morph',
    input: MORPH,
    alias: { '@ts-morph/common': inPlace('ts-morph-common.ts') },
    plugins: [
      {
        name: 'only-printers',
        transform: { filter: { id: /ts-morph\.js$/ }, handler: onlyPrinters },
      },
      {
        name: 'plain-fields',
        transform: {
          filter: { id: /code-block-writer[/\\]esm[/\\]mod\.js$/ },
          handler: plainFields,
        },
      },
    ],
    declarations: structureTypes,
  },
  {
    name: 'openapi-typescript',
    input: TRANSFORMS,
    alias: {
      typescript: inPlace('typescript.ts'),
      '@redocly/openapi-core/lib/ref-utils.js': inPlace('ref-utils.ts'),
      'ansi-colors': inPlace('plain-text.ts'),
      'supports-color': inPlace('plain-text.ts'),
      'change-case': inPlace('plain-text.ts'),
    },
    declarations: transformTypes,
  },
  {
    name: 'json-schema-ref-parser',
    input: '@apidevtools/json-schema-ref-parser',
    instead: {
      '/json-schema-ref-parser/dist/lib/parsers/yaml.js': inPlace('no-reader.ts'),
      '/json-schema-ref-parser/dist/lib/resolvers/http.js': inPlace('no-reader.ts'),
    },
  },
  { name: 'handlebars', input: 'handlebars/runtime.js', declarations: written('handlebars.d.ts') },
  {
    name: 'babel-parser',
    input: inPlace('babel-parser.ts'),
    declarations: written('babel-parser.d.ts'),
  },
  { name: 'jsonpath', input: 'jsonpath-rfc9535/parser' },
  {
    name: 'vocabulary',
    input: VOCABULARY,
    plugins: [{ name: 'compiled-vocabulary', resolveId: ownId, load: compiledVocabulary }],
    declarations: written('vocabulary.d.ts'),
  },
]

function ownId(id) {
  return id === VOCABULARY ? id : null
}

/** Ajv compiles the schema of each extension here, so that no run has to, nor has Ajv to be there. */
function compiledVocabulary(id) {
  if (id !== VOCABULARY) return null
  const schema = JSON.parse(readFileSync(path.join(home, '../spec/vocabulary.schema.json'), 'utf8'))
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    code: { source: true, esm: true },
  })
  ajv.addSchema(schema)
  const extensions = Object.keys(schema.$defs).filter((each) => each.startsWith('x-tagwire-'))
  const names = extensions.map((_, index) => `check${index}`)
  const pointers = extensions.map((each) => `${schema.$id}#/$defs/${each}`)
  const code = standalone(ajv, Object.fromEntries(names.map((name, at) => [name, pointers[at]])))
  const table = extensions.map((each, at) => `  ${JSON.stringify(each)}: ${names[at]},`)
  return `${importing(code)}\nexport const checks = {\n${table.join('\n')}\n}\n`
}

/** Ajv requires its helpers, also in a module. */
function importing(code) {
  const helpers = []
  const rest = code.replaceAll(/\brequire\("([^"]+)"\)\.default/g, (_, file) => {
    helpers.push(`import helper${helpers.length} from '${file}.js'`)
    return `helper${helpers.length - 1}`
  })
  return `${helpers.join('\n')}\n${rest}`
}

/** What prints structures, of 1,421 statements in one script. As an ECMAScript module: it needs no wrapper then. */
function onlyPrinters(code) {
  const requires = /^(?:'use strict';\s*)?var \w+ = require\('[^']+'\);$/gm
  const kept = slice(code, ['printStructure']).replace(requires, '')
  const lines = [
    "import * as common from '@ts-morph/common'",
    "import CodeBlockWriter from 'code-block-writer'",
    'const exports = {}',
    kept,
    'export { printStructure }',
  ]
  return { code: lines.join('\n'), map: null }
}

/**
 * The fields of a writer as assignments. Each statement that is printed makes several writers, and what defined their
 * fields one by one was a third of printing.
 */
function plainFields(code) {
  const fields =
    /Object\.defineProperty\(this, "(\w+)", \{\s+enumerable: true,\s+configurable: true,\s+writable: true,\s+value: (.+)\s+\}\);/g
  const assigned = code.replace(fields, 'this.$1 = $2;')
  if (assigned.includes('Object.defineProperty(this')) throw new Error('a field is left')
  return { code: assigned, map: null }
}

/** What our modules import, and what authors of emitters may want to name. */
const STRUCTURE_TYPES = [
  'ExportDeclarationStructure',
  'ExportSpecifierStructure',
  'FunctionDeclarationOverloadStructure',
  'FunctionDeclarationStructure',
  'ImportDeclarationStructure',
  'ImportSpecifierStructure',
  'InterfaceDeclarationStructure',
  'MethodSignatureStructure',
  'OptionalKind',
  'ParameterDeclarationStructure',
  'PropertySignatureStructure',
  'StructureKind',
  'Structures',
  'TypeAliasDeclarationStructure',
  'VariableDeclarationKind',
  'VariableStatementStructure',
  'WriterFunction',
  'printStructure',
]

function structureTypes() {
  const file = path.join(path.dirname(MORPH), '../lib/ts-morph.d.ts')
  return slice(readFileSync(file, 'utf8'), STRUCTURE_TYPES, 'dts')
}

/** Without types of the compiler and of the linter: the nodes are those of `vendor/typescript.ts`. */
function transformTypes() {
  const file = path.join(path.dirname(TRANSFORMS), '../index.d.mts')
  const types = slice(
    readFileSync(file, 'utf8'),
    ['GlobalContext', 'OpenAPI3', 'transformSchema'],
    'dts',
  )
    .replace(/^import .*\n/gm, '')
    .replaceAll(/\bts\.\w+/g, 'unknown')
    .replace(/^ +(?:redoc|redocly|cwd)\??: .*\n/gm, '')
  return `${types}\nexport type { GlobalContext, OpenAPI3 }\nexport { transformSchema as default }\n`
}
