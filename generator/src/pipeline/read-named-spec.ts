import { locateSpec } from './locate-spec.js'
import { type Reading, type ReadOptions, readModel } from './read-model.js'

/** Reads a document that the user specified: a file, a URL, `git:REF:path`, or `package:NAME`. */
export async function readNamedSpec(
  spec: string,
  cwd: string,
  options: ReadOptions = {},
): Promise<Reading> {
  const located = await locateSpec(spec, cwd, options.config)
  try {
    return await readModel(located.file, located.base, { ...options, ...located.reading })
  } finally {
    await located.remove()
  }
}
