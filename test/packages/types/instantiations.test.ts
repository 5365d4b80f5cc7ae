import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type TypeScript from '../../../generator/node_modules/typescript/lib/typescript.js'

const require = createRequire(new URL('../../../generator/package.json', import.meta.url))
const typescript: typeof TypeScript = require('typescript')

/** What the compiler counts for a program that checks without an error. */
function instantiations(text: string): number {
  const file = path.join(fileURLToPath(new URL('.', import.meta.url)), 'counted.ts')
  const options: TypeScript.CompilerOptions = {
    strict: true,
    target: typescript.ScriptTarget.ES2022,
    module: typescript.ModuleKind.NodeNext,
    moduleResolution: typescript.ModuleResolutionKind.NodeNext,
    types: [],
    lib: ['lib.es5.d.ts'],
    skipLibCheck: true,
    noEmit: true,
  }
  const host = typescript.createCompilerHost(options)
  const { fileExists, readFile } = host
  host.fileExists = (name) => name === file || fileExists(name)
  host.readFile = (name) => (name === file ? text : readFile(name))
  const { getSourceFile } = host
  host.getSourceFile = (name, target, ...more) =>
    name === file
      ? typescript.createSourceFile(name, text, target)
      : getSourceFile(name, target, ...more)
  const program = typescript.createProgram([file], options, host)
  expect(typescript.getPreEmitDiagnostics(program).map((each) => each.messageText)).toEqual([])
  return program.getInstantiationCount()
}

it('a body of which one of ten members is required costs two instantiations a member', () => {
  const names = Array.from({ length: 10 }, (_, index) => `member_${index}`)
  const program = (bodies: number): string =>
    [
      "import type { AtLeastOne } from '../../../packages/runtime/src/core/at-least-one.js'",
      ...Array.from(
        { length: bodies },
        (_, index) =>
          `export type Body${index} = AtLeastOne<${names.map((each) => `'${each}'`).join(' | ')}, { ${names.map((each) => `${each}?: string`).join('; ')}; x${index}?: 1 }>
           export const body${index} = (value: Body${index}): object => value`,
      ),
    ].join('\n')
  const each = (instantiations(program(11)) - instantiations(program(1))) / 10
  expect(each).toBeLessThanOrEqual(35)
})
