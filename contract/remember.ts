/**
 * Answers again what was worked out for a text before: the rows of a file say the same things many times. Texts are remembered for as long as
 * their context is in use, so many of them, and none of more letters. What is answered is shared, so nobody changes it.
 */
export function createMemory<T>({ texts, letters }: { texts: number; letters: number }) {
  const memories = new WeakMap<object, Map<string, T>>()
  return (context: object, text: string, work: () => T): T => {
    let known = memories.get(context)
    if (!known || known.size >= texts) memories.set(context, (known = new Map<string, T>()))
    const before = known.get(text)
    if (before !== undefined) return before
    const worked = work()
    if (text.length <= letters) known.set(text, worked)
    return worked
  }
}
