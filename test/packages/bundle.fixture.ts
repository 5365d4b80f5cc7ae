import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

// The size of a bundle for a web application, without dead code.

export const repository = fileURLToPath(new URL('../../', import.meta.url))

interface Bundle {
  readonly code: string
  /** What the program loads with `import()` when it needs it: a text for each file. */
  readonly later: readonly string[]
  /** The files that anything is left of, below the repository. */
  readonly files: readonly string[]
  /** The characters that are left of each of them. */
  readonly modules: ReadonlyMap<string, number>
}

/** The names in `code` are as they were, unless it is minified. `tree` is the repository with the packages. */
export async function bundleOf(
  program: string,
  minify = false,
  tree = repository,
): Promise<Bundle> {
  const input = path.join(tree, 'test/packages/program.js')
  const bundle = await rolldown({
    input,
    platform: 'browser',
    logLevel: 'silent',
    plugins: [
      {
        name: 'program',
        resolveId: (id: string) => (id === input ? id : null),
        load: (id: string) => (id === input ? program : null),
      },
    ],
  })
  const { output } = await bundle.generate({ minify })
  const [{ code, modules }] = output
  const later = output.slice(1).flatMap((each) => (each.type === 'chunk' ? [each.code] : []))
  const left = Object.entries(modules).filter(([, { renderedLength }]) => renderedLength > 0)
  const sizes = left.map(([file, { renderedLength }]) => {
    return [path.relative(tree, file).split(path.sep).join('/'), renderedLength] as const
  })
  return { code, later, files: sizes.map(([file]) => file), modules: new Map(sizes) }
}
