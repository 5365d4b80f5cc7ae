import { createRequire } from 'node:module'
import path from 'node:path'

const ofCompiler = createRequire(createRequire(import.meta.url).resolve('typescript/package.json'))

/**
 * The workspace's compiler. It is a native program, started without the script of Node that looks for it: that takes as
 * long as a small project.
 */
export const compiler: string = path.join(
  path.dirname(
    ofCompiler.resolve(`@typescript/typescript-${process.platform}-${process.arch}/package.json`),
  ),
  `lib/tsc${process.platform === 'win32' ? '.exe' : ''}`,
)

/**
 * For Node, where it compiles with JavaScript and then ends: neither optimizing nor collecting garbage beside the work is
 * worth it, and a quarter of the time goes.
 */
export const SHORT_LIVED: readonly string[] = ['--interrupt-budget=1000000', '--single-threaded-gc']

/** What a careful user would switch on, beyond what generated packages ask for themselves. */
export const CAREFUL_OPTIONS = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  erasableSyntaxOnly: true,
  skipLibCheck: true,
  types: [],
} as const
