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
