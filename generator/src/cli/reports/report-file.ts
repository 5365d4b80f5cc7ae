import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Writes a report where a flag says; the folder need not be there. */
export function writeReportFile(cwd: string, file: string, text: string): void {
  const place = path.resolve(cwd, file)
  mkdirSync(path.dirname(place), { recursive: true })
  writeFileSync(place, `${text}\n`)
}
