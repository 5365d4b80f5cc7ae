import { readdir } from 'node:fs/promises'

/** What to do about a folder that was given in place of a document in it. */
export async function folderHelp(folder: string): Promise<string> {
  const inside = documentsAmong(await readdir(folder).catch(() => []))
  const likely = inside.find((name) => /openapi|openrpc|swagger|\bapi\b|\bspec\b/i.test(name))
  const example = likely === undefined ? '' : `, such as ${likely}`
  return `It is a folder. Specify the document in it${example}.`
}

export function documentsAmong(names: readonly string[]): string[] {
  return names.filter((each) => /\.(?:ya?ml|json)$/i.test(each)).sort()
}
