import { catalogue } from '../diagnostics/catalogue.js'
import type { Diagnostic } from '../diagnostics/diagnostic.js'
import type { Node } from './node.js'

export function remote(
  ref: Node,
  url: string,
  target: string,
  why: string | undefined,
): Diagnostic {
  const at = { file: ref.source.file, pointer: `${ref.source.pointer}/$ref` }
  if (why !== undefined) {
    return { code: 'TW1010', severity: 'error', message: `${target} ${why}`, at }
  }
  const where = url.startsWith('file:') ? 'is an address' : 'is on another machine'
  const message = `${target} ${where} and is not fetched`
  // Allowing remote references would not help: only https is supported.
  const help = url.startsWith('https:') ? {} : { help: catalogue.TW1010.fix }
  return { code: 'TW1006', severity: 'error', message, at, ...help }
}

export function dangling(ref: Node, target: string, why: string, help?: string): Diagnostic {
  return {
    ...(help === undefined ? {} : { help }),
    code: 'TW1004',
    severity: 'error',
    message: `cannot resolve $ref ${target}: ${why}`,
    at: { file: ref.source.file, pointer: `${ref.source.pointer}/$ref` },
  }
}

export function foreign(ref: Node, target: string, name: string): Diagnostic {
  return {
    ...dangling(ref, target, `${name} is outside of the document's folder and not a description`),
    help: 'Correct the reference; it has to be an OpenAPI, OpenRPC or JSON Schema file.',
  }
}

/** A fetched document, or one of a commit, knows nothing of the files of this machine. */
export function elsewhere(ref: Node, target: string, fault?: string): Diagnostic {
  return {
    ...dangling(
      ref,
      target,
      fault === undefined
        ? 'of a document from an address, only files of its server are read, and of one from a commit, only the files of that commit'
        : `the file of its server ${fault}`,
    ),
    help: 'Correct the reference, write `https://…` and pass `--allow-remote`, or keep a copy of the document and all of its files in this repository.',
  }
}
