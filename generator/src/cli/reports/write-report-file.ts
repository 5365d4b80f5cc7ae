import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Writes a report to the file of a flag, and creates its folder. */
export function writeReportFile(cwd: string, file: string, text: string): void {
  const place = path.resolve(cwd, file)
  mkdirSync(path.dirname(place), { recursive: true })
  writeFileSync(place, `${text}\n`)
}
