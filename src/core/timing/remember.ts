/** A function of a text alone that keeps its latest answers: the same paths come again and again. */
export function remember<T extends {}>(compute: (text: string) => T, most = 1000): (text: string) => T {
  const answers = new Map<string, T>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    const answer = compute(text);
    if (answers.size >= most) answers.clear();
    answers.set(text, answer);
    return answer;
  };
}
