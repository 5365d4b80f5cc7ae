import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import { generate } from '../../../generator/src/pipeline/library.js'
import { complaintsOf } from '../../packages/types/compile.fixture.js'

export interface Programs {
  run(name: string, ...values: unknown[]): Promise<unknown>
  remove(): void
}

interface App {
  readonly name: string
  /** The folder of the programs, which import the packages from folders beside them. */
  readonly programs: string
  /** As in the configuration; each `out` is below `src`. */
  readonly packages: Readonly<Record<string, object>>
}

type Program = (...values: unknown[]) => Promise<unknown>

/** Programs of an app, compiled with packages that are generated for it without a message. */
export async function compiledPrograms({ name, programs, packages }: App): Promise<Programs> {
  const cache = fileURLToPath(new URL('../../docs/.cache/', import.meta.url))
  const folder = path.join(cache, name)
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  remove()
  mkdirSync(folder, { recursive: true })
  cpSync(programs, path.join(folder, 'src'), { recursive: true })
  writeFileSync(path.join(folder, 'tagwire.config.json'), JSON.stringify({ packages }))
  writeFileSync(path.join(folder, 'package.json'), '{"name": "app", "type": "module"}')
  const made = await generate({ cwd: folder })
  expect(made.packages.flatMap(({ diagnostics }) => diagnostics)).toEqual([])
  expect(made.ok).toBe(true)
  const compiler = {
    extends: '../../../packages/types/accept/tsconfig.json',
    compilerOptions: { types: ['node'], noEmit: false, rootDir: 'src', outDir: 'js' },
    include: ['src'],
  }
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(compiler))
  expect(await complaintsOf(`../../docs/.cache/${name}`)).toEqual([])
  const modules = readdirSync(programs).map(
    (file): Promise<object> =>
      import(
        /* @vite-ignore */ pathToFileURL(path.join(folder, 'js', file.replace(/ts$/, 'js'))).href
      ),
  )
  const all: Readonly<Record<string, Program>> = Object.assign({}, ...(await Promise.all(modules)))
  return {
    async run(program, ...values) {
      const found = all[program]
      if (!found) throw new Error(`there is no program ${program}`)
      return found(...values)
    },
    remove,
  }
}
