import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { McpService } from '@tagwire/emit-mcp/server'
import { generate } from '../../../../generator/src/pipeline/library.js'
import { CAREFUL_OPTIONS, compiler } from '../../../compiler.js'
import { repository } from '../emitted.fixture.js'

/** A folder of packages with MCP servers, in which their imports are found. */
export interface Generated {
  readonly folder: string
  /** What was said about packages that could not be generated, by their names. */
  readonly refused: ReadonlyMap<string, string>
  /** The service of a package, from its sources. */
  readonly service: (name: string) => Promise<McpService>
  /** Compiles the generated files, and returns the compiler's output. */
  readonly compile: () => string
  readonly remove: () => void
}

/** Generates packages from documents, by their names. */
export async function generateServers(
  specs: Readonly<Record<string, string>>,
  { tolerant = false }: { readonly tolerant?: boolean } = {},
): Promise<Generated> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-emit-mcp-'))
  symlinkSync(path.join(repository, 'node_modules'), path.join(folder, 'node_modules'))
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
  const file = path.join(repository, 'packages/emit-mcp/dist/index.js')
  const relative = `./${path.relative(folder, file)}` as const
  const packages = Object.fromEntries(
    Object.entries(specs).map(([name, spec]) => [
      name,
      {
        spec: path.resolve(repository, spec),
        out: name,
        name: `@tagwire/${name}`,
        emit: ['client', 'validate', relative] as const,
      },
    ]),
  )
  const made = await generate({ cwd: folder, config: { packages } })
  const refused = new Map(
    made.packages.flatMap(({ name, diagnostics }) => {
      const errors = diagnostics.filter(({ severity }) => severity === 'error')
      return errors.length === 0 ? [] : [[name, errors.map(({ message }) => message).join('\n')]]
    }),
  )
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  if (refused.size > 0 && !tolerant) {
    remove()
    throw new Error([...refused.values()].join('\n'))
  }
  if (refused.size > 0) {
    // A run with errors writes nothing, of no package.
    const good = Object.entries(packages).filter(([name]) => !refused.has(name))
    if (good.length > 0)
      await generate({ cwd: folder, config: { packages: Object.fromEntries(good) } })
  }
  return {
    folder,
    refused,
    async service(name) {
      const module = await import(pathToFileURL(path.join(folder, name, 'src/mcp.ts')).href)
      return module.service
    },
    compile: () =>
      compile(
        folder,
        Object.keys(specs).filter((name) => !refused.has(name)),
      ),
    remove,
  }
}

function compile(folder: string, names: readonly string[]): string {
  const compilerOptions = { ...CAREFUL_OPTIONS, noEmit: true }
  const files = names.map((name) => `${name}/src/mcp.ts`)
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  return spawnSync(compiler, ['-p', folder, '--pretty', 'false'], { encoding: 'utf8' }).stdout
}
