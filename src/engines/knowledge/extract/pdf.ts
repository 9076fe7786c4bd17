/** The text of a PDF, page by page. Its reader is large and is loaded with the first one. */
export async function pdfText(bytes: Uint8Array): Promise<readonly string[]> {
  const { extractText, getDocumentProxy } = await import('unpdf');
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  try {
    const { text } = await extractText(document, { mergePages: false });
    return text;
  } finally {
    await document.loadingTask.destroy();
  }
}
