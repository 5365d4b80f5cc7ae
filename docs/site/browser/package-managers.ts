const MANAGERS = ['npm', 'pnpm', 'yarn', 'bun'] as const
export type PackageManager = (typeof MANAGERS)[number]

const ADD: Readonly<Record<PackageManager, string>> = {
  npm: 'npm install',
  pnpm: 'pnpm add',
  yarn: 'yarn add',
  bun: 'bun add',
}
const RUN: Readonly<Record<PackageManager, string>> = {
  npm: 'npx',
  pnpm: 'pnpm dlx',
  yarn: 'yarn dlx',
  bun: 'bunx',
}

/** The same commands for another package manager; `undefined`, if none of them is npm's. */
export function commandsFor(manager: PackageManager, commands: string): string | undefined {
  const lines = commands.split('\n')
  const translated = lines.map((line) => translatedLine(manager, line))
  return lines.some((line) => translatedLine('pnpm', line) !== line)
    ? translated.join('\n')
    : undefined
}

function translatedLine(manager: PackageManager, line: string): string {
  // What names a package manager itself, and npm's own flags, are not another one's.
  if (/^npx (?:-y )?pnpm|^npx -/.test(line)) return line
  return line
    .replace(/^npm install (?=[^-]|--save-dev )/, `${ADD[manager]} `)
    .replace(/^npx (?=\S)/, `${RUN[manager]} `)
    .replace(/(?<= add )--save-dev /, manager === 'npm' ? '--save-dev ' : '-D ')
}

const KEY = 'package-manager'

/** Adds a choice of package managers to blocks that install or run a package; the choice holds for every page. */
export function addPackageManagers(within: ParentNode): void {
  const choose = (manager: PackageManager): void => {
    for (const show of choices) show(manager)
  }
  const choices = [...within.querySelectorAll<HTMLElement>('div.code[data-language="sh"]')].flatMap(
    (block) => {
      const code = block.querySelector('code')
      const npm = code?.textContent ?? ''
      if (!code || commandsFor('npm', npm) === undefined) return []
      return [
        choiceFor(block, code, (manager) => {
          choose(manager)
          store(manager)
        }),
      ]
    },
  )
  choose(stored())
}

/** The buttons of one block, and what shows the commands of a package manager there. */
function choiceFor(
  block: HTMLElement,
  code: HTMLElement,
  onChoice: (manager: PackageManager) => void,
): (manager: PackageManager) => void {
  const group = document.createElement('div')
  group.className = 'managers'
  group.setAttribute('role', 'group')
  group.setAttribute('aria-label', 'Package manager')
  const npm = code.textContent ?? ''
  const highlighted = code.innerHTML
  const buttons = MANAGERS.map((manager) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = manager
    button.addEventListener('click', () => onChoice(manager))
    group.append(button)
    return [manager, button] as const
  })
  block.append(group)
  return (manager) => {
    for (const [name, button] of buttons) {
      button.setAttribute('aria-pressed', String(name === manager))
    }
    if (manager === 'npm') code.innerHTML = highlighted
    else code.textContent = commandsFor(manager, npm) ?? npm
  }
}

function isManager(word: unknown): word is PackageManager {
  return MANAGERS.some((manager) => manager === word)
}

function stored(): PackageManager {
  try {
    const word = localStorage.getItem(KEY)
    return isManager(word) ? word : 'npm'
  } catch {
    return 'npm'
  }
}

function store(manager: PackageManager): void {
  try {
    localStorage.setItem(KEY, manager)
  } catch {
    // If the page may not store anything, the choice is forgotten.
  }
}
