// A lint rule: no identifier is declared with a word that retired-words.json retires.
import { readFileSync } from 'node:fs'

const table = JSON.parse(readFileSync(new URL('../retired-words.json', import.meta.url), 'utf8'))
// The specification names these states of an outbox entry.
const retired = Object.fromEntries(
  Object.entries({ ...table.terms, ...table.names }).filter(([word]) => !table.outbox_states.includes(word)),
)

/**
 * The first retired word of an identifier.
 * @param {string} name
 * @returns {string | undefined}
 */
function retiredWord(name) {
  const words = name.match(/[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+/g) ?? []
  let text = ` ${words.join(' ').toLowerCase()} `
  for (const phrase of table.phrases) text = text.replace(` ${phrase} `, '  ')
  return text.split(' ').find((word) => Object.hasOwn(retired, word))
}

/**
 * Every identifier that a pattern declares: `{ a, b: [c], ...d }` declares `c` and `d` here, because `a` is named elsewhere.
 * @param {any} node
 * @returns {any[]}
 */
function declared(node) {
  if (!node) return []
  if (node.type === 'ObjectPattern')
    return node.properties.flatMap((/** @type {any} */ each) =>
      declared(each.shorthand ? null : (each.argument ?? each.value)),
    )
  if (node.type === 'ArrayPattern') return node.elements.flatMap(declared)
  return node.type === 'Identifier' ? [node] : declared(node.left ?? node.argument ?? node.parameter)
}

export const retiredWords = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { retired: '`{{name}}`: the word `{{word}}` is retired; take {{instead}}.' },
  },
  create(/** @type {any} */ context) {
    /** @param {any[]} nodes */
    const check = (nodes) => {
      for (const node of nodes) {
        // Fields of rows and of the API are snake_case: they change with the database or the protocol, not with this rule.
        if (node.type !== 'Identifier' || /[a-z]_[a-z]/.test(node.name)) continue
        const word = retiredWord(node.name)
        if (word)
          context.report({
            node,
            messageId: 'retired',
            data: { name: node.name, word, instead: retired[word] },
          })
      }
    }
    /** @param {any} node */
    const name = (node) => check(node.id ? [node.id] : [])
    /** @param {any} node */
    const key = (node) => check([node.key])
    /** @param {any} node */
    const parameters = (node) => check(node.params.flatMap(declared))
    return {
      VariableDeclarator: (/** @type {any} */ node) => check(declared(node.id)),
      ':function': (/** @type {any} */ node) => (name(node), parameters(node)),
      TSFunctionType: parameters,
      ClassDeclaration: name,
      TSInterfaceDeclaration: name,
      TSTypeAliasDeclaration: name,
      MethodDefinition: key,
      PropertyDefinition: key,
      TSPropertySignature: key,
      TSMethodSignature: (/** @type {any} */ node) => (key(node), parameters(node)),
    }
  },
}
