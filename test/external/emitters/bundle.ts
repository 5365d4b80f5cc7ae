import path from 'node:path'
import { rolldown } from 'rolldown'

interface BundleOptions {
  readonly platform: 'browser' | 'node'
  readonly external?: string[]
}

/** One file of a program and all that it imports, below `.cache`. */
export async function bundle(
  folder: string,
  entry: string,
  { platform, external = [] }: BundleOptions,
): Promise<string> {
  const made = await rolldown({
    input: path.join(folder, entry),
    platform,
    external,
    logLevel: 'silent',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  })
  const file = path.join(folder, '.cache', `${path.parse(entry).name}.mjs`)
  await made.write({ file, codeSplitting: false })
  return file
}
