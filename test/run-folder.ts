import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** What files of one run share; see `once.ts`. */
    runFolder: string
  }
}

/** A folder for what is made once in a run; a run that is repeated makes it anew. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-run-'))
  const remove = (name: string): void =>
    rmSync(path.join(folder, name), { recursive: true, force: true, maxRetries: 3 })
  project.provide('runFolder', folder)
  project.onTestsRerun(async () => readdirSync(folder).forEach(remove))
  return () => remove('.')
}
