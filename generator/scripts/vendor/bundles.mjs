import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { slice } from './slice.mjs'

const home = path.resolve(import.meta.dirname, '../..')
const inPlace = (file) => path.join(home, 'vendor', file)

const MORPH = fileURLToPath(import.meta.resolve('ts-morph'))
const TRANSFORMS = fileURLToPath(import.meta.resolve('openapi-typescript/dist/transform/index.mjs'))

/**
 * What is bundled, into a file of this name. `alias` names modules of ours in place of packages that hardly anything is
 * used of.
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
]

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
