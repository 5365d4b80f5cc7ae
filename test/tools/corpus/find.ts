import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * The documents below a folder: files that declare their language, which parts of documents do not.
 */
export function findDocuments(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(json|ya?ml)$/i.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.includes('node_modules') && isDocument(readFileSync(file, 'utf8')))
    .sort()
}

const WORDS =
  'openapi|openrpc|swagger|asyncapi|\\$schema|definitions|\\$defs|idl_version|contract_name'
const IN_YAML = new RegExp(`^["']?(?:${WORDS})["']?\\s*:`, 'm')

function isDocument(text: string): boolean {
  const start = text.trimStart().charAt(0)
  if (start === '[') return false
  if (start !== '{') return IN_YAML.test(text)
  try {
    const value: unknown = JSON.parse(text)
    const words = new RegExp(`^(?:${WORDS})$`)
    return (
      typeof value === 'object' &&
      value !== null &&
      Object.keys(value).some((key) => words.test(key))
    )
  } catch {
    return IN_YAML.test(text.replace(/^\s*\{\s*/, ''))
  }
}
