import type { ProgramRule } from '../programs/program-rule.ts';
import { ASKING } from './each.ts';

/** Pictures, sound, films and documents. */
export const media: readonly ProgramRule[] = [
  {
    names:
      'ffprobe mediainfo identify pdfinfo pdffonts pdfimages soxi exiv2 pngcheck jpeginfo webpinfo dvipdf otfinfo fc-list fc-match fc-query',
    risk: 'LOW',
    singleDash: true,
    operands: 'read',
    options: `-v: -hide_banner -show_format -show_streams -show_frames -show_packets -show_chapters -show_entries: -select_streams: -of: -print_format: -i:r -count_frames -count_packets -sexagesimal -unit -pretty -f: -l: -box -meta -rawdates -dests -enc: -upw:!MEDIUM -opw:!MEDIUM -format: -verbose -ping -quiet -regard-warnings -t -r -s -c -d -b -D -a -list -all --Output? --Full -version!SAFE -h!SAFE -help!SAFE ${ASKING}`,
    match: [
      'ffprobe -v error -show_format a.mp4',
      'identify a.png',
      "identify -format '%wx%h' a.png",
      'pdfinfo a.pdf',
      'mediainfo a.mp4',
    ],
    notMatch: [
      'identify /etc/shadow',
      'identify msl:x',
      'ffprobe ~/.ssh/id_rsa',
      'ffprobe -unheard-of a.mp4',
    ],
    dangerousText: {
      pattern:
        /^(msl|ephemeral|mvg|text|label|caption|https?|ftp|concat|subfile|data|pipe|inline|show|win|x|plasma|url):/i,
      risk: 'HIGH',
      reason: 'a prefix that reads, fetches or runs something else than a file',
    },
  },
  {
    // Its options differ by build; what counts is where it reads and writes.
    names:
      'ffmpeg convert magick mogrify composite montage gm sox lame flac oggenc cwebp dwebp optipng pngquant pngcrush jpegoptim gifsicle avifenc heif-convert rsvg-convert inkscape gs ps2pdf pdf2ps qpdf pdftk pdfunite pdfseparate pdftoppm mutool img2pdf ocrmypdf tesseract wkhtmltopdf wkhtmltoimage dot neato graphviz plantuml gnuplot asciidoctor asciidoc HandBrakeCLI mkvmerge mkvextract mp4box svgo potrace',
    risk: 'MEDIUM',
    singleDash: true,
    operands: 'write',
    options: `-i:r -y -n -v: -loglevel: -hide_banner -version!SAFE -formats!SAFE -codecs!SAFE -encoders!SAFE -decoders!SAFE -filters!SAFE -pix_fmts!SAFE -h!SAFE -L!SAFE -list!SAFE -o:w --output:w --out:w --output-file:w -V!SAFE -q -Q -resize: -quality: -crop: -c: -r: -s: -t: -ss: -to: -vf: -af: -filter_complex: -map: -an -vn -preset: -crf: -f: -pix_fmt: -shortest -strip -density: -background: -flatten -rotate: -format: -depth: -auto-orient -alpha: -gravity: -extent: -colorspace: -define: -Tpng -Tsvg -Tpdf ${ASKING}`,
    reason: 'turns files into others',
    match: [
      'ffmpeg -i a.mov -c:v libx264 a.mp4',
      'convert a.png -resize 50% b.png',
      'magick a.png b.webp',
      'cwebp a.png -o a.webp',
      'dot -Tpng a.dot -o a.png',
      'ffmpeg -version',
    ],
    notMatch: [
      'ffmpeg -i http://example.com/x a.mp4',
      'ffmpeg -y -i a.mp4 /etc/x.mp4',
      'convert a.png /etc/x.png',
      "convert 'msl:/tmp/x' a.png",
      'gs -dNOSAFER x.ps',
      'ffmpeg -i ~/.ssh/id_rsa a.txt',
      'ffmpeg -i a.mp4 rtmp://example.com/x',
    ],
    dangerousText: {
      pattern:
        /^(msl|ephemeral|mvg|text|label|caption|https?|ftp|concat|subfile|data|pipe|inline|show|win|x|url|rtmp|rtsp|tcp|udp|srt|sftp|tee|crypto|file):|^@|-dNOSAFER|-dDELAYSAFER|-sOutputFile=(%pipe%|\||\/)|%pipe%|-c\b(?:(?!-c\b).)*\b(run|exec|deletefile)\b|--batch-process|--script|-e\b(?:(?!-e\b).)*system|movie=|sendcmd|zmq|^-?-?(plugin|config|listen|headless|run|shell)/i,
      risk: 'HIGH',
      reason: 'reads, fetches, sends or runs something else than a file',
    },
  },
  {
    names: 'pdftotext pdftohtml antiword catdoc docx2txt html2text unrtf',
    risk: 'LOW',
    singleDash: true,
    operands: 'copy',
    options: `-layout -raw -nopgbrk -f: -l: -enc: -q -bbox -htmlmeta -dump -stdin -nolist -width: -width -T: -s -stdout ${ASKING}`,
    match: ['pdftotext a.pdf - | head', 'antiword a.doc', 'html2text a.html'],
    notMatch: [
      'pdftotext a.pdf /etc/x',
      'pdftotext ~/.ssh/id_rsa -',
      'lynx https://example.com',
      'w3m --unheard-of a',
    ],
    dangerousText: {
      pattern: /^[a-z][a-z0-9+.-]*:|^(www\.|[\w-]+\.(com|org|net|io|dev))/i,
      risk: 'MEDIUM',
      reason: 'contacts another machine',
      isNetwork: true,
    },
  },
  {
    names: 'exiftool',
    risk: 'LOW',
    singleDash: true,
    operands: 'read',
    options: `-a -u -U -g -G -s -S -j -json -csv -X -T -t -n -r -q -ver!SAFE -ee -fast -fast2 -p:r -ext: -i: -if:!HIGH -config:e!HIGH -@:r!HIGH -o:w -w:w -W:w -overwrite_original!MEDIUM -all -exif -gps -createdate -filename -directory -imagesize -filetype -mimetype ${ASKING}`,
    match: ['exiftool a.jpg', 'exiftool -j -g a.jpg', 'exiftool -ver'],
    notMatch: [
      'exiftool -config /tmp/x a.jpg',
      'exiftool -all= a.jpg',
      "exiftool -if 'system(1)' a.jpg",
      'exiftool .env',
    ],
  },
];
