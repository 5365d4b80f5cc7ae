import path from 'node:path'
import { Project, type SourceFile, ts } from 'ts-morph'
import { readIfText } from '../project/files.js'

/** A file with code, parsed. Offsets in `source` are those of `text`. */
export interface CodeFile {
  /** Relative to the project. */
  readonly file: string
  readonly text: string
  readonly source: SourceFile
}

const CODE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/

/** What a file has to mention before it is parsed. */
const HINTS =
  /openapi-(?:fetch|react-query|typescript)|swr-openapi|\.(?:GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE)\s*\(|\.(?:use\w*(?:Query|Mutation)|queryOptions|immutable|infinite)\s*\(\s*['"`]/

/** Parses the files that mention one of the stems, or calls of openapi-fetch. */
export function readSources(
  folder: string,
  files: readonly string[],
  stems: readonly string[],
): CodeFile[] {
  const project = new Project({
    skipAddingFilesFromTsConfig: true,
    skipFileDependencyResolution: true,
    skipLoadingLibFiles: true,
    compilerOptions: { allowJs: true, jsx: ts.JsxEmit.Preserve },
  })
  return files.flatMap((file): CodeFile[] => {
    if (!CODE.test(file) || isOwn(file)) return []
    const text = readIfText(path.join(folder, file))
    if (text === undefined) return []
    if (!HINTS.test(text) && !stems.some((stem) => text.includes(stem))) return []
    const source = project.createSourceFile(
      path.join(folder, `${file}${isEmbedded(file) ? '.tsx' : ''}`),
      codeOf(file, text),
      { overwrite: true },
    )
    return [{ file, text, source }]
  })
}

function isOwn(file: string): boolean {
  return /(?:^|\/)tagwire\.config\.[cm]?[jt]s$/.test(file)
}

function isEmbedded(file: string): boolean {
  return /\.(?:vue|svelte|astro)$/.test(file)
}

/** Vue, Svelte and Astro files: everything but their scripts is blank, so that offsets stay as they are. */
function codeOf(file: string, text: string): string {
  if (!isEmbedded(file)) return text
  const kept = file.endsWith('.astro')
    ? [...text.matchAll(/^(---\r?\n)([\s\S]*?)^---/gm)].slice(0, 1)
    : []
  const scripts = [...text.matchAll(/(<script\b[^>]*>)([\s\S]*?)<\/script>/gi)]
  let code = ''
  for (const { index, 1: before = '', 2: inside = '' } of [...kept, ...scripts]) {
    const start = index + before.length
    code += blank(text.slice(code.length, start)) + inside
  }
  return code + blank(text.slice(code.length))
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ')
}
