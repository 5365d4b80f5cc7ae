import type { TextFault } from './parsed-text.js'

interface MessageAndHelp {
  readonly message: string
  readonly help: string
}

export const indentation: MessageAndHelp = {
  message: 'this line does not start in the same column as the lines that it belongs to',
  help: 'Indent it like the other keys of its object, or the other entries of its list.',
}

const noKey: MessageAndHelp = {
  message: 'this line is neither a key with a value nor part of the value above it',
  help: 'Write `key: value`; a text of several lines begins after `|` or `>`, or is quoted.',
}

const noMeaning: MessageAndHelp = {
  message: 'this is not valid YAML here',
  help: 'Look for an extra bracket, a quote that is closed too early, or a missing colon or dash.',
}

const unclosedQuote: MessageAndHelp = {
  message: 'a text has no closing quote',
  help: 'Close it. A single quote inside single quotes is written twice.',
}

/** By what the parser says. */
const MESSAGES: readonly (readonly [RegExp, MessageAndHelp])[] = [
  [/same column/, indentation],
  [
    /[Tt]abs are not allowed/,
    {
      message: 'a tab where YAML only allows spaces',
      help: 'Replace it by spaces.',
    },
  ],
  [/Missing closing ["']/, unclosedQuote],
  [
    /must be sufficiently indented/,
    {
      message: 'a brace or bracket in the lines above is not closed',
      help: 'Close it, and indent its content more than the line that it begins on.',
    },
  ],
  [
    /Missing ,/,
    {
      message: 'a comma is missing, or a brace or bracket is not closed',
      help: 'Add it. Texts with commas, colons or braces in them have to be quoted there.',
    },
  ],
  [/Missing space after :|followed by map values/, noKey],
  [/Implicit keys|mplicit map key|KEY_OVER/, noKey],
  [
    /Block collections are not allowed within flow/,
    {
      message: 'a key or a dash on its own line is not allowed between braces or brackets',
      help: 'Write everything between the braces, with commas, or everything on separate lines, without braces.',
    },
  ],
  [
    /Nested mappings/,
    {
      message: 'two keys with a value on one line',
      help: 'Move the second one to its own line, or put the text in quotes.',
    },
  ],
  [
    /Plain value cannot start with/,
    {
      message: 'a text without quotes cannot begin with this character',
      help: 'Put the text in quotes.',
    },
  ],
  [
    /escape sequence/,
    {
      message: 'YAML does not have this escape sequence',
      help: 'Write two backslashes for one, or use single quotes, in which a backslash is literal.',
    },
  ],
  [
    /Block scalar header/,
    {
      message: 'after `|` or `>`, the text has to begin on the next line',
      help: 'Move the rest to the next line, or quote the text.',
    },
  ],
  [
    /Comments must be separated/,
    {
      message: 'a comment begins without a space before its `#`',
      help: 'Write a space before it, or put the text in quotes if the `#` belongs to it.',
    },
  ],
  [
    /Sequence item without/,
    {
      message: 'an entry of a list has no dash',
      help: 'Begin it with `- `, or indent it as part of the entry above.',
    },
  ],
  [/Unexpected|Expected a flow scalar|Unsupported token/, noMeaning],
]

/** What the parser says, in words that say what to do. Rare errors keep the parser's message. */
export function yamlMessage(message: string): Pick<TextFault, 'message' | 'help'> {
  const known = MESSAGES.find(([said]) => said.test(message))
  return known ? known[1] : { message: message.replace(/\s+/g, ' ').trim() }
}
