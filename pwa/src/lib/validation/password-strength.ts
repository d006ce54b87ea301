// A hint about a new password's strength. It never blocks: the form's only rule is the length, and the server
// rejects the most common passwords.

type Strength = { score: 0 | 1 | 2 | 3 | 4; words: string }

const COMMON =
  /^(?:pass(?:word)?|qwert[yz]?|letmein|welcome|admin|abc|iloveyou|monkey|dragon|[0-9]+)[0-9!.]*$/i
const WORDS: Record<Strength['score'], string> = {
  0: '',
  1: 'Easy to guess. A few unrelated words make a strong password.',
  2: 'Fair. Longer is stronger.',
  3: 'Good.',
  4: 'Strong.',
}

/** 0 for an empty password, then 1 (easy to guess) to 4 (strong), by length and variety. */
export function strengthOf(password: string): Strength {
  return { score: scoreOf(password), words: WORDS[scoreOf(password)] }
}

function scoreOf(password: string): Strength['score'] {
  if (password === '') return 0
  const different = new Set(password).size
  if (password.length < 6 || different < 4 || COMMON.test(password)) return 1
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/].filter((kind) => kind.test(password)).length
  const weight = Math.min(password.length, different * 2) + kinds * 2
  if (weight >= 20) return 4
  if (weight >= 15) return 3
  return 2
}
