/** The words of a text, without endings, for search. Names are divided: `listForOrg` and `list_for_org` are three words. */
export function wordsOf(text: string): string[] {
  return text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !STOP.has(word))
    .map(stemOf)
}

const STOP: ReadonlySet<string> = new Set(
  'a an the of to in on at for with and or by from into is are it its that this be as via per please named called titled me'.split(
    ' ',
  ),
)

/** `closed`, `closes` and `closing` are one word. */
function stemOf(word: string): string {
  if (word.length < 4) return word
  const single = word.replace(/ies$|(?<=ss|x|ch|sh)es$|(?<![su])s$/, (end) =>
    end === 'ies' ? 'y' : '',
  )
  const bare = single.length > 5 ? single.replace(/(?:ing|ed)$/, '') : single
  return bare.replace(/([bdglmnprt])\1$/, '$1').replace(/(?<=\w{3})e$/, '')
}

/** What an operation does, by its HTTP method and path or by whether it changes something. */
export type Action = 'read' | 'list' | 'create' | 'update' | 'delete'

/** What people say for it. */
const SAID: Readonly<Record<Action, string>> = {
  read: 'get show read view fetch find see look check display describe download',
  list: 'list all every show find see get which what who search',
  create: 'create add new make open post write start submit send file upload publish invite',
  update: 'update edit change modify set rename patch replace close reopen mark move adjust',
  delete: 'delete remove drop erase clear cancel revoke destroy',
}

const ACTIONS: readonly Action[] = ['read', 'list', 'create', 'update', 'delete']

/** What a word asks for. */
export function actionsOf(word: string): readonly Action[] {
  return ACTIONS.filter((action) => STEMS[action].has(word))
}

const STEMS: Readonly<Record<Action, ReadonlySet<string>>> = {
  read: new Set(wordsOf(SAID.read)),
  list: new Set(wordsOf(SAID.list)),
  create: new Set(wordsOf(SAID.create)),
  update: new Set(wordsOf(SAID.update)),
  delete: new Set(wordsOf(SAID.delete)),
}

/** What services call their caller. */
const SELF: ReadonlySet<string> = new Set(['my', 'mine', 'i', 'own', 'myself'])
const SELF_WORDS = wordsOf('authenticated current my')

/** How well a word of a text fits a word that is searched for: 1 for the same. */
export function likeness(asked: string, word: string): number {
  if (asked === word) return 1
  if (SELF.has(asked) && SELF_WORDS.includes(word)) return 0.7
  const [short, long] = asked.length < word.length ? [asked, word] : [word, asked]
  return short.length >= 3 && long.startsWith(short) && short.length * 4 >= long.length ? 0.5 : 0
}
