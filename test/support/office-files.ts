import { crc32, deflateRawSync } from 'node:zlib';

/** A PDF of one page that says this; none of its text is there where it says nothing. */
export function pdfWith(text: string): string {
  const shown = text === '' ? '' : `BT /F1 12 Tf 40 700 Td (${text}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${shown.length} >>\nstream\n${shown}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const start = file.length;
  return `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`;
}

/** A Word document: the first paragraph is a heading. */
export function docxWith(paragraphs: readonly string[]): Buffer {
  const body = paragraphs
    .map((text, at) => {
      const style = at === 0 ? '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>' : '';
      return `<w:p>${style}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
    })
    .join('');
  const xml = `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`;
  return zipWith('word/document.xml', Buffer.from(xml));
}

/** An archive with one file. */
function zipWith(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content);
  const facts = Buffer.alloc(22);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(8, 4);
  facts.writeUInt32LE(crc32(content), 10);
  facts.writeUInt32LE(packed.length, 14);
  facts.writeUInt32LE(content.length, 18);
  const nameBytes = Buffer.from(name);
  const lengths = Buffer.alloc(4);
  lengths.writeUInt16LE(nameBytes.length, 0);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, lengths, nameBytes, packed]);
  const entry = Buffer.concat([
    Buffer.from('PK\x01\x02\x14\x00'),
    facts,
    lengths,
    Buffer.alloc(14),
    nameBytes,
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, entry, end]);
}
