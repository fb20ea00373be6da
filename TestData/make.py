#!/usr/bin/env python3
"""Makes TestData/formats: small files of every format that is read, damaged ones, and the truth of each.

    python3 TestData/make.py

Nobody has to run this for the tests: what it made is kept beside it. Run it to add a file; what it makes again is the same,
byte by byte, with the same encoders. It needs Python 3.9, Pillow 12 or newer (with WebP and AVIF), pillow-heif 1 and
ffmpeg 5; nothing of the network. Made last with Pillow 13.0.0, pillow-heif 1.8.1, ffmpeg 5.1.9.

Every place, time, camera and identifier is invented. Pictures are flat colours; raw files hold a ramp in place of a
sensor's data, and are raw files in what tells their format: header, directories, tags and boxes. JPEG XL, JPEG 2000 and CR3
files hold the head of a codestream alone.

formats/truth.ndjson has a line a photo: what `workphotos inspect --json` says of it when the sidecars beside it count, and
`problem`, the kind of the finding where it is no photo. Damaged files are in formats/damaged.
"""
import io
import json
import os
import shutil
import struct
import subprocess
import tempfile
import zlib

import pillow_heif
from PIL import Image, PngImagePlugin

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'formats')
FIELDS = ['path', 'problem', 'format', 'latitude', 'longitude', 'positionSource', 'positionProblem', 'altitude',
          'horizontalAccuracy', 'takenAt', 'utcOffset', 'utcOffsetSource', 'takenAtSource', 'make', 'model', 'width',
          'height', 'orientation', 'contentIdentifier']
SIZE = (64, 48)
# HEVC codes blocks of 64, and the size of the coded picture is what HEIF files tell first.
HEIF_SIZE = (64, 64)
RAW_SIZE = (32, 24)
BYTE, ASCII, SHORT, LONG, RATIONAL, UNDEFINED, SRATIONAL = 1, 2, 3, 4, 5, 7, 10
DIRECTORIES, BLOB = 'directories', 'blob'
# MPEG-1 and -2 know no slower film than this: frames a second, and seconds.
FRAMES = {'mpeg1video': (25, 0.2), 'mpeg2video': (25, 0.2)}
PANASONIC = bytes.fromhex('88e774d8f8251d4d947a6e77822b5d6a')
truth = []


# --- What a photo says -------------------------------------------------------------------------------------------------------

class Shot:
    """One invented moment: each is made from a number, so that no two are alike."""

    def __init__(self, number, make='Probe', model=None, orientation=1, offset='+02:00'):
        self.make, self.model, self.orientation, self.offset = make, model or 'Probe %d' % number, orientation, offset
        self.south, self.west = number % 2 == 1, number % 3 == 1
        self.lat = (11 + number, (7 * number) % 60, (1234 + 37 * number) % 6000)
        self.lon = (21 + 2 * number, (11 * number) % 60, (4321 + 53 * number) % 6000)
        self.altitude = 1000 * number + 5 if number % 5 else -425
        self.accuracy = 35 + number
        self.day, self.clock = '2026-%02d-%02d' % (1 + number % 12, 1 + number % 28), '%02d:%02d:%02d' % (
            8 + number % 12, (13 * number) % 60, (17 * number) % 60)
        self.hour_utc = 8 + number % 12 - 2
        self.fraction = '%03d' % (100 + number)

    def degrees(self, angle, negative):
        value = angle[0] + angle[1] / 60 + angle[2] / 360000
        return -value if negative else value

    @property
    def latitude(self):
        return self.degrees(self.lat, self.south)

    @property
    def longitude(self):
        return self.degrees(self.lon, self.west)

    def position(self, source='exif', accuracy=True):
        return dict(latitude=self.latitude, longitude=self.longitude, positionSource=source, altitude=self.altitude / 100,
                    horizontalAccuracy=self.accuracy / 10 if accuracy else None)

    def time(self, source='exif', offset_source='same', fraction=True):
        return dict(takenAt='%sT%s%s' % (self.day, self.clock, '.' + self.fraction if fraction else ''),
                    utcOffset=self.offset, takenAtSource=source,
                    utcOffsetSource=None if self.offset is None else source if offset_source == 'same' else offset_source)

    def camera(self):
        return dict(make=self.make, model=self.model)

    def all(self):
        return {**self.position(), **self.time(), **self.camera(), 'orientation': self.orientation}

    def gps(self):
        d = {0: (BYTE, b'\2\3\0\0'), 1: (ASCII, 'S' if self.south else 'N'), 2: (RATIONAL, fractions(self.lat)),
             3: (ASCII, 'W' if self.west else 'E'), 4: (RATIONAL, fractions(self.lon)),
             5: (BYTE, bytes([self.altitude < 0])), 6: (RATIONAL, [(abs(self.altitude), 100)]),
             31: (RATIONAL, [(self.accuracy, 10)])}
        return d

    def exif(self, **more):
        text = '%s %s' % (self.day.replace('-', ':'), self.clock)
        d = {0x9000: (UNDEFINED, b'0232'), 0x9003: (ASCII, text), 0x9004: (ASCII, text), 0x9291: (ASCII, self.fraction)}
        if self.offset is not None:
            d[0x9011] = (ASCII, self.offset)
        d.update(more.get('entries', {}))
        return d

    def ifd0(self, gps=True, exif=None):
        d = {0x010F: (ASCII, self.make), 0x0110: (ASCII, self.model), 0x0112: (SHORT, [self.orientation]),
             0x0132: (ASCII, '2026:12:31 23:59:59'), 0x8769: (DIRECTORIES, [exif or self.exif()])}
        if gps:
            d[0x8825] = (DIRECTORIES, [self.gps()])
        return d

    def xmp(self, position=True, time=True):
        def angle(a, letters, negative):
            return '%d,%.8f%s' % (a[0], a[1] + a[2] / 6000, letters[negative])
        said = {'tiff:Make': self.make, 'tiff:Model': self.model, 'tiff:Orientation': self.orientation}
        if position:
            said.update({'exif:GPSLatitude': angle(self.lat, 'NS', self.south), 'exif:GPSLongitude': angle(self.lon, 'EW', self.west),
                         'exif:GPSAltitude': '%d/100' % abs(self.altitude), 'exif:GPSAltitudeRef': int(self.altitude < 0),
                         'exif:GPSHPositioningError': '%d/10' % self.accuracy})
        if time:
            said['exif:DateTimeOriginal'] = '%sT%s.%s%s' % (self.day, self.clock, self.fraction, self.offset or '')
        return ('<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/">'
                '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""'
                ' xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/">\n'
                + ''.join('<%s>%s</%s>\n' % (name, value, name) for name, value in said.items())
                + '</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end="w"?>').encode()

    def all_xmp(self):
        return {**self.position('xmp'), **self.time('xmp'), **self.camera(), 'orientation': self.orientation}


def fractions(angle):
    return [(angle[0], 1), (angle[1], 1), (angle[2], 100)]


# --- TIFF structures ----------------------------------------------------------------------------------------------------------

def tiff(directories, order='<', header=None, start=8, mark=b''):
    """A TIFF structure of a chain of directories {tag: (type, values)}; `header` goes before the first one's offset, `mark` behind."""
    data = bytearray(header or {'<': b'II*\0', '>': b'MM\0*'}[order]) + struct.pack(order + 'I', start) + mark
    data += bytes(start - len(data))
    link = None
    for directory in directories:
        place = put_directory(directory, data, order)
        if link is not None:
            data[link:link + 4] = struct.pack(order + 'I', place)
        link = place + 2 + 12 * len(directory)
    return bytes(data)


def put_directory(directory, data, order):
    place = len(data)
    data += bytes(2 + 12 * len(directory) + 4)
    entries = struct.pack(order + 'H', len(directory))
    for tag, (kind, value) in sorted(directory.items()):
        if kind == DIRECTORIES:
            kind, value = LONG, [put_directory(d, data, order) for d in value]
        elif kind == BLOB:
            at = len(data)
            data += value
            kind, value = LONG, [at]
        raw, count = packed(kind, value, order)
        if len(raw) > 4:
            data += bytes(len(data) % 2)
            at = len(data)
            data += raw
            raw = struct.pack(order + 'I', at)
        entries += struct.pack(order + 'HHI', tag, kind, count) + raw.ljust(4, b'\0')
    data += bytes(len(data) % 2)
    data[place:place + len(entries)] = entries
    return place


def packed(kind, value, order):
    if kind == ASCII:
        value = value.encode() + b'\0'
    if isinstance(value, (bytes, bytearray)):
        return bytes(value), len(value)
    if kind in (RATIONAL, SRATIONAL):
        letter = 'I' if kind == RATIONAL else 'i'
        return b''.join(struct.pack(order + 2 * letter, *pair) for pair in value), len(value)
    return struct.pack(order + {SHORT: 'H', LONG: 'I'}[kind] * len(value), *value), len(value)


def bigtiff(directory, order='<'):
    """A BigTIFF structure of one directory: counts and offsets of 64 bits."""
    data = bytearray({'<': b'II+\0', '>': b'MM\0+'}[order]) + struct.pack(order + 'HHQ', 8, 0, 16)
    put_big_directory(directory, data, order)
    return bytes(data)


def put_big_directory(directory, data, order):
    place = len(data)
    data += bytes(8 + 20 * len(directory) + 8)
    entries = struct.pack(order + 'Q', len(directory))
    for tag, (kind, value) in sorted(directory.items()):
        if kind == DIRECTORIES:
            kind, raw, count = 18, b''.join(struct.pack(order + 'Q', put_big_directory(d, data, order)) for d in value), len(value)
        elif kind == BLOB:
            kind, raw, count = 16, struct.pack(order + 'Q', len(data)), 1
            data += value
        else:
            raw, count = packed(kind, value, order)
        if len(raw) > 8:
            at = len(data)
            data += raw + bytes(-len(raw) % 8)
            raw = struct.pack(order + 'Q', at)
        entries += struct.pack(order + 'HHQ', tag, kind, count) + raw.ljust(8, b'\0')
    data[place:place + len(entries)] = entries
    return place


def picture(size, kind, photometric, bits, compression, data):
    """The entries of a TIFF directory for a picture in one strip."""
    samples = 3 if photometric == 2 else 1
    return {0xFE: (LONG, [kind]), 0x100: (LONG, [size[0]]), 0x101: (LONG, [size[1]]), 0x102: (SHORT, [bits] * samples),
            0x103: (SHORT, [compression]), 0x106: (SHORT, [photometric]), 0x111: (BLOB, data), 0x115: (SHORT, [samples]),
            0x116: (LONG, [size[1]]), 0x117: (LONG, [len(data)])}


def sensor(compression=1, photometric=32803):
    ramp = b''.join(struct.pack('<H', 37 * i % 4096) for i in range(RAW_SIZE[0] * RAW_SIZE[1]))
    return picture(RAW_SIZE, 0, photometric, 16, compression, ramp)


def preview():
    return picture((8, 6), 1, 2, 8, 1, bytes(range(144)))


# --- Pictures -----------------------------------------------------------------------------------------------------------------

def pixels(number=0, size=SIZE):
    return Image.new('RGB', size, (40 + 17 * number % 200, 90, 160))


def encoded(form, number=0, size=SIZE, **options):
    out = io.BytesIO()
    pixels(number, size).save(out, form, **options)
    return out.getvalue()


def jpeg(number=0, exif=None, xmp=None, size=SIZE):
    plain = encoded('JPEG', number, size, quality=60)
    segments = b''
    for mark, block in ((b'Exif\0\0', exif), (b'http://ns.adobe.com/xap/1.0/\0', xmp)):
        if block is not None:
            segments += b'\xff\xe1' + struct.pack('>H', 2 + len(mark) + len(block)) + mark + block
    return plain[:2] + segments + plain[2:]


def chunk(kind, body):
    return struct.pack('>I', len(body)) + kind + body + struct.pack('>I', zlib.crc32(kind + body))


def raw_profile(block):
    """EXIF as hexadecimal digits in packed text, as ImageMagick kept it before PNG had a chunk for it."""
    digits = block.hex()
    lines = '\n'.join(digits[i:i + 72] for i in range(0, len(digits), 72))
    text = '\nexif\n%8d\n%s\n' % (len(block), lines)
    return chunk(b'zTXt', b'Raw profile type exif\0\0' + zlib.compress(text.encode(), 9))


def png(number, block):
    """A PNG with one more chunk behind its header."""
    plain = encoded('PNG', number)
    return plain[:33] + block + plain[33:]


def heif(number, form='HEIF', **options):
    out = io.BytesIO()
    pixels(number, HEIF_SIZE).save(out, form, quality=40, **options)
    return out.getvalue()


def box(kind, body, size=None):
    return struct.pack('>I', 8 + len(body) if size is None else size) + kind + body


def bits(*fields):
    """Numbers as (value, length), from the lowest bit of the first byte on."""
    number = place = 0
    for value, length in fields:
        number |= value << place
        place += length
    return number.to_bytes((place + 7) // 8, 'little')


def jxl(*boxes):
    """A small size in eighths (48 rows, 64 columns, no ratio), all else as usual; then nothing that could be decoded."""
    codestream = b'\xff\x0a' + bits((1, 1), (48 // 8 - 1, 5), (0, 3), (64 // 8 - 1, 5), (1, 1)) + bytes(12)
    return (box(b'JXL ', b'\r\n\x87\n') + box(b'ftyp', b'jxl \0\0\0\0jxl ') + b''.join(boxes) + box(b'jxlc', codestream))


def jp2(*boxes):
    """Signature, type, size, and a codestream that begins with SIZ: 64 columns, 48 rows."""
    siz = struct.pack('>HHHHIIIIIIIIH', 0xFF4F, 0xFF51, 47, 0, *SIZE, 0, 0, *SIZE, 0, 0, 3) + bytes([7, 1, 1]) * 3
    header = box(b'ihdr', struct.pack('>IIHBBBB', SIZE[1], SIZE[0], 3, 7, 7, 0, 0))
    return (box(b'jP  ', b'\r\n\x87\n') + box(b'ftyp', b'jp2 \0\0\0\0jp2 ') + box(b'jp2h', header) + b''.join(boxes)
            + box(b'jp2c', siz))


def psd(*resources):
    """A Photoshop file of one flat colour, and its image resources as pairs of a number and bytes."""
    blocks = b''.join(b'8BIM' + struct.pack('>HHI', number, 0, len(body)) + body + bytes(len(body) % 2)
                      for number, body in resources)
    head = struct.pack('>4sH6xHIIHH', b'8BPS', 1, 3, SIZE[1], SIZE[0], 8, 3)
    # Packed rows: for each of three channels and 48 rows one run of 64 bytes.
    rows = struct.pack('>H', 1) + struct.pack('>H', 2) * 3 * SIZE[1] + bytes([257 - SIZE[0], 90]) * 3 * SIZE[1]
    return head + struct.pack('>I', 0) + struct.pack('>I', len(blocks)) + blocks + struct.pack('>I', 0) + rows


def gif(number, xmp):
    """A GIF with its XMP before the picture, and behind that what leads readers of blocks over it."""
    plain = encoded('GIF', number)
    start = 13 + (3 << (plain[10] & 7) + 1)
    magic = b'\1' + bytes(range(255, -1, -1)) + b'\0'
    return plain[:start] + b'\x21\xff\x0bXMP DataXMP' + xmp + magic + plain[start:]


def chunks(*parts):
    """RIFF chunks, each a name and bytes; a name of eight letters is that of a list."""
    data = b''
    for name, body in parts:
        if len(name) == 8:
            name, body = name[:4], name[4:] + body
        data += name + struct.pack('<I', len(body)) + body + bytes(len(body) % 2)
    return data


def movie(form, options, codec='mpeg4'):
    """A clip of two frames, as ffmpeg writes it without a word of itself."""
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, 'clip')
        size = '176x144' if form == '3gp' else '%dx%d' % SIZE
        subprocess.run(['ffmpeg', '-v', 'error', '-f', 'lavfi', '-i', 'color=c=teal:s=%s:r=%d:d=%g' % (size, *FRAMES.get(codec, (2, 1))),
                        '-c:v', codec, '-threads', '1', '-fflags', '+bitexact', '-flags:v', '+bitexact', *options, '-f', form, path], check=True)
        with open(path, 'rb') as file:
            return file.read()


# --- Writing ------------------------------------------------------------------------------------------------------------------

def write(path, data):
    assert len(data) <= 8192, (path, len(data))
    place = os.path.join(HERE, path)
    os.makedirs(os.path.dirname(place), exist_ok=True)
    with open(place, 'wb') as file:
        file.write(data)


def photo(path, data, form, size=SIZE, **said):
    write(path, data)
    line = dict.fromkeys(FIELDS)
    line.update(path=path, format=form, width=size and size[0], height=size and size[1], **said)
    assert list(line) == FIELDS, (path, set(line) - set(FIELDS))
    truth.append(line)


def broken(path, data, problem='corrupt'):
    write(path, data)
    truth.append({**dict.fromkeys(FIELDS), 'path': path, 'problem': problem})


# --- Stills -------------------------------------------------------------------------------------------------------------------

def stills():
    s = Shot(1, orientation=6)
    photo('still/exif.jpg', jpeg(1, tiff([s.ifd0()])), 'jpeg', **s.all())
    s = Shot(2)
    photo('still/xmp.jpg', jpeg(2, xmp=s.xmp()), 'jpeg', **s.all_xmp())
    # The clock's distance from UTC by the time of the fix, in place of an offset.
    s = Shot(4)
    s.offset = None
    block = s.ifd0()
    block[0x8825][1][0].update({7: (RATIONAL, [(s.hour_utc, 1), (int(s.clock[3:5]), 1), (int(s.clock[6:8]), 1)]),
                                29: (ASCII, s.day.replace('-', ':'))})
    s.lon, s.west = (31, 15, 4500), False
    block[0x8825][1][0].update({3: (ASCII, 'E'), 4: (RATIONAL, fractions(s.lon))})
    photo('still/gps-time.jpg', jpeg(4, tiff([block], '>')), 'jpeg',
          **{**s.all(), 'utcOffset': '+02:00', 'utcOffsetSource': 'gps'})
    # An EXIF position of 0,0 gives way to XMP's; the time stays EXIF's.
    s, other = Shot(5), Shot(6)
    block = s.ifd0()
    block[0x8825][1][0].update({2: (RATIONAL, [(0, 1)] * 3), 4: (RATIONAL, [(0, 1)] * 3)})
    photo('still/null-island.jpg', jpeg(5, tiff([block]), other.xmp()), 'jpeg', **{**s.all(), **other.position('xmp')})
    block = s.ifd0()
    del block[0x8825][1][0][1]
    photo('still/no-reference.jpg', jpeg(5, tiff([block])), 'jpeg', altitude=s.altitude / 100, horizontalAccuracy=s.accuracy / 10,
          positionProblem='missing-reference', **{**s.time(), **s.camera(), 'orientation': 1})
    s = Shot(7)
    photo('still/picture.heic', heif(7, exif=b'Exif\0\0' + tiff([s.ifd0()], '>')), 'heic', HEIF_SIZE, **s.all())
    s = Shot(8)
    photo('still/xmp.heic', heif(8, xmp=s.xmp()), 'heic', HEIF_SIZE, **s.all_xmp())
    s = Shot(9)
    generic = heif(9, exif=b'Exif\0\0' + tiff([s.ifd0()]))
    photo('still/picture.heif', generic.replace(b'ftypheic', b'ftypmif1', 1), 'heif', HEIF_SIZE, **s.all())
    # Pillow tells AVIF's orientation by turning boxes alone.
    s = Shot(10, orientation=6)
    photo('still/picture.avif', heif(10, 'AVIF', exif=b'Exif\0\0' + tiff([s.ifd0()])), 'avif', HEIF_SIZE, **s.all())
    s = Shot(11, orientation=8)
    colours = picture((16, 12), 0, 2, 8, 1, bytes(i % 251 for i in range(16 * 12 * 3)))
    photo('still/little.tif', tiff([{**s.ifd0(), **colours}]), 'tiff', (16, 12), **s.all())
    s = Shot(12)
    photo('still/big.tif', tiff([{**s.ifd0(gps=False), **colours, 0x2BC: (BYTE, s.xmp())}], '>'), 'tiff', (16, 12),
          **{**s.all(), **s.position('xmp')})
    s = Shot(13, orientation=3)
    photo('still/exif.png', png(13, chunk(b'eXIf', tiff([s.ifd0()], '>'))), 'png', **s.all())
    s = Shot(14)
    photo('still/xmp.png', png(14, chunk(b'iTXt', b'XML:com.adobe.xmp\0\0\0\0\0' + s.xmp())), 'png', **s.all_xmp())
    s = Shot(15)
    photo('still/raw-profile.png', png(15, raw_profile(b'Exif\0\0' + tiff([s.ifd0()]))), 'png', **s.all())
    s = Shot(16)
    photo('still/exif.webp', encoded('WEBP', 16, exif=tiff([s.ifd0()])), 'webp', **s.all())
    s = Shot(17)
    photo('still/xmp.webp', encoded('WEBP', 17, xmp=s.xmp()), 'webp', **s.all_xmp())
    s = Shot(18)
    photo('still/exif.jxl', jxl(box(b'Exif', bytes(4) + tiff([s.ifd0()]))), 'jxl', **s.all())
    s = Shot(19)
    photo('still/xmp.jxl', jxl(box(b'xml ', s.xmp())), 'jxl', **s.all_xmp())
    photo('still/nothing.jpg', jpeg(3), 'jpeg')
    s = Shot(39, orientation=5)
    photo('still/big64.tif', bigtiff({**s.ifd0(), **colours}), 'tiff', (16, 12), **s.all())
    s = Shot(40)
    photo('still/exif.jp2', jp2(box(b'uuid', b'JpgTiffExif->JP2' + tiff([s.ifd0()]))), 'jp2', **s.all())
    s = Shot(46)
    photo('still/xmp.jp2', jp2(box(b'uuid', bytes.fromhex('be7acfcb97a942e89c71999491e3afac') + s.xmp())), 'jp2', **s.all_xmp())
    photo('still/bare.j2k', jp2().split(b'jp2c', 1)[1], 'jp2')
    s = Shot(47)
    photo('still/exif.psd', psd((1005, bytes(16)), (1058, tiff([s.ifd0()]))), 'psd', **s.all())
    s = Shot(48)
    photo('still/xmp.psd', psd((1060, s.xmp())), 'psd', **s.all_xmp())
    s = Shot(49)
    photo('still/xmp.gif', gif(49, s.xmp()), 'gif', **s.all_xmp())
    photo('still/nothing.gif', encoded('GIF', 50), 'gif')
    photo('still/nothing.bmp', encoded('BMP', 50, (16, 12)), 'bmp', (16, 12))


# --- Raw ----------------------------------------------------------------------------------------------------------------------

def raws():
    s = Shot(21)
    dng = {0xC612: (BYTE, b'\1\4\0\0'), 0xC613: (BYTE, b'\1\1\0\0'), 0xC614: (ASCII, 'Probe 21')}
    photo('raw/picture.dng', tiff([{**s.ifd0(), **preview(), **dng, 0x14A: (DIRECTORIES, [sensor(1, 34892)])}]), 'dng', RAW_SIZE,
          **s.all())
    # Canon's header goes on behind the first directory's offset; the size is in the EXIF directory.
    s = Shot(22, 'Canon', 'Canon EOS Probe')
    sizes = {0xA002: (LONG, [RAW_SIZE[0]]), 0xA003: (LONG, [RAW_SIZE[1]])}
    cr2 = tiff([{**s.ifd0(exif=s.exif(entries=sizes)), **preview()}], start=16, mark=b'CR\2\0')
    photo('raw/picture.cr2', cr2, 'cr2', RAW_SIZE, **s.all())
    photo('raw/picture.cr3', cr3(), 'cr3', RAW_SIZE, **Shot(23, 'Canon', 'Canon EOS Probe R').all())
    for number, form, make, order, compression in ((24, 'nef', 'NIKON CORPORATION', '>', 34713), (25, 'arw', 'SONY', '<', 32767),
                                                   (26, 'srw', 'SAMSUNG', '<', 32770)):
        s = Shot(number, make)
        photo('raw/picture.' + form, tiff([{**s.ifd0(), **preview(), 0x14A: (DIRECTORIES, [sensor(compression)])}], order), form,
              RAW_SIZE, **s.all())
    s = Shot(27, 'RICOH IMAGING COMPANY, LTD.')
    photo('raw/picture.pef', tiff([{**s.ifd0(), **sensor(65535)}], '>'), 'pef', RAW_SIZE, **s.all())
    s = Shot(28, 'OLYMPUS CORPORATION')
    photo('raw/picture.orf', tiff([{**s.ifd0(), **sensor()}], header=b'IIRO'), 'orf', RAW_SIZE, **s.all())
    # Panasonic's own entries: the sensor's size, the picture's borders in it, and a JPEG with the EXIF block.
    s = Shot(29, 'Panasonic')
    own = {0x01: (UNDEFINED, b'0310'), 0x02: (SHORT, [40]), 0x03: (SHORT, [30]), 0x04: (SHORT, [2]), 0x05: (SHORT, [4]),
           0x06: (SHORT, [2 + RAW_SIZE[1]]), 0x07: (SHORT, [4 + RAW_SIZE[0]]), 0x10F: (ASCII, s.make), 0x110: (ASCII, s.model),
           0x2E: (UNDEFINED, jpeg(29, tiff([s.ifd0()])))}
    photo('raw/picture.rw2', tiff([own], header=b'IIU\0', start=24, mark=PANASONIC), 'rw2', RAW_SIZE, **s.all())
    s = Shot(30, 'FUJIFILM')
    photo('raw/picture.raf', raf(jpeg(30, tiff([s.ifd0()]))), 'raf', RAW_SIZE, **s.all())
    older_raws()


def older_raws():
    """Those that look like TIFF, and three that do not."""
    for number, form, make, model in ((58, '3fr', 'Hasselblad', 'Probe H'), (59, 'erf', 'SEIKO EPSON CORP.', 'Probe E'),
                                      (60, 'kdc', 'EASTMAN KODAK COMPANY', 'KODAK Probe'), (66, 'dcr', 'Kodak', 'DCS Probe'),
                                      (67, 'mef', 'Mamiya-OP Co.,Ltd.', 'Probe M'), (68, 'nrw', 'NIKON', 'COOLPIX Probe'),
                                      (69, 'sr2', 'SONY', 'DSC-R1')):
        s = Shot(number, make, model)
        photo('raw/picture.' + form, tiff([{**s.ifd0(), **preview(), 0x14A: (DIRECTORIES, [sensor()])}]), form, RAW_SIZE, **s.all())
    s = Shot(70, 'Leaf')
    photo('raw/picture.mos', tiff([{**s.ifd0(), **sensor(), 0x8606: (UNDEFINED, b'PKTS\0\0\0\1')}], '>'), 'mos', RAW_SIZE,
          **s.all())
    s = Shot(71, 'Phase One')
    photo('raw/picture.iiq', tiff([{**s.ifd0(), **sensor()}], start=24, mark=b'IIIITwaR\0\0\0\0'), 'iiq', RAW_SIZE, **s.all())
    s = Shot(72, 'LEICA CAMERA AG')
    own = {0x02: (SHORT, [RAW_SIZE[0]]), 0x03: (SHORT, [RAW_SIZE[1]]), **s.ifd0()}
    photo('raw/picture.rwl', tiff([own], header=b'IIU\0', start=24, mark=PANASONIC), 'rwl', RAW_SIZE, **s.all())
    s = Shot(73, 'GoPro')
    dng = {0xC612: (BYTE, b'\1\4\0\0'), 0xC614: (ASCII, 'Probe 73')}
    photo('raw/picture.gpr', tiff([{**s.ifd0(), **preview(), **dng, 0x14A: (DIRECTORIES, [sensor(9)])}]), 'gpr', RAW_SIZE, **s.all())
    s = Shot(74, 'Konica Minolta Camera, Inc.')
    prd = b'21810002' + struct.pack('>HHHH', RAW_SIZE[1] + 4, RAW_SIZE[0] + 6, RAW_SIZE[1], RAW_SIZE[0]) + bytes(8)
    blocks = b''.join(b'\0' + name + struct.pack('>I', len(body)) + body
                      for name, body in ((b'PRD', prd), (b'TTW', tiff([s.ifd0()], '>')), (b'PAD', bytes(12))))
    photo('raw/picture.mrw', b'\0MRM' + struct.pack('>I', len(blocks)) + blocks + bytes(64), 'mrw', RAW_SIZE, **s.all())
    # Neither has a position of its own; the second has EXIF in a JPEG.
    photo('raw/picture.crw', crw('Canon', 'Canon Probe', 1777889010), 'crw', RAW_SIZE, takenAt='2026-05-04T10:03:30',
          takenAtSource='exif', make='Canon', model='Canon Probe', orientation=6)
    s = Shot(75, 'SIGMA')
    photo('raw/picture.x3f', x3f({'CAMMANUF': 'SIGMA', 'CAMMODEL': 'Probe', 'TIME': '1777889011'},
                                 jpeg(75, tiff([s.ifd0()]))), 'x3f', RAW_SIZE, **s.all())
    photo('raw/no-exif.x3f', x3f({'CAMMANUF': 'SIGMA', 'CAMMODEL': 'Probe', 'TIME': '1777889011'}, jpeg(75)), 'x3f', RAW_SIZE,
          takenAt='2026-05-04T10:03:31', takenAtSource='exif', make='SIGMA', model='Probe', orientation=1)


def heap(*records):
    """A heap of Canon's: the records, their directory, and where that is."""
    body, directory = b'', struct.pack('<H', len(records))
    for tag, data in records:
        directory += struct.pack('<HII', tag, len(data), len(body))
        body += data
    return body + directory + struct.pack('<I', len(body))


def crw(make, model, seconds):
    image = struct.pack('<IIfiIII', *RAW_SIZE, 1.0, 90, 8, 24, 1)
    camera = heap((0x080A, make.encode() + b'\0' + model.encode() + b'\0'))
    properties = heap((0x1810, image), (0x180E, struct.pack('<III', seconds, 0, 0)), (0x2807, camera))
    return b'II' + struct.pack('<I', 26) + b'HEAPCCDR' + struct.pack('<I', 0x10002) + bytes(8) + heap((0x2005, bytes(32)), (0x300A, properties))


def x3f(properties, embedded):
    """The header, a JPEG and the properties each in a section, and the directory."""
    data = b'FOVb' + struct.pack('<I', 0x20001) + bytes(20) + struct.pack('<III', *RAW_SIZE, 0)
    data = data.ljust(232, b'\0')
    texts, pairs = '', b''
    for name, value in properties.items():
        pairs += struct.pack('<II', len(texts), len(texts) + len(name) + 1)
        texts += name + '\0' + value + '\0'
    section = b'SECp' + struct.pack('<IIIII', 0x20000, len(properties), 0, 0, len(texts)) + pairs + texts.encode('utf-16-le')
    preview_ = b'SECi' + struct.pack('<IIIIII', 0x20000, 2, 18, *SIZE, 0) + embedded
    places = []
    for kind, body in ((b'PROP', section), (b'IMA2', preview_)):
        places.append(struct.pack('<II', len(data), len(body)) + kind)
        data += body + bytes(-len(body) % 4)
    return data + b'SECd' + struct.pack('<II', 0x20000, len(places)) + b''.join(places) + struct.pack('<I', len(data))


def raf(embedded):
    records = struct.pack('>IHHHHHHHH', 2, 0x100, 4, RAW_SIZE[1] + 4, RAW_SIZE[0] + 6, 0x111, 4, RAW_SIZE[1], RAW_SIZE[0])
    head = b'FUJIFILMCCD-RAW 0201FF000001Probe 30'.ljust(0x54, b'\0')
    head += struct.pack('>IIII', 0x94, len(embedded), 0x94 + len(embedded), len(records))
    return head.ljust(0x94, b'\0') + embedded + records


def cr3():
    s = Shot(23, 'Canon', 'Canon EOS Probe R')
    first = {0x100: (LONG, [RAW_SIZE[0]]), 0x101: (LONG, [RAW_SIZE[1]])}
    first.update({tag: entry for tag, entry in s.ifd0().items() if entry[0] != DIRECTORIES})
    canon = bytes.fromhex('85c0b687820f11e08111f4ce462b6a48') + box(b'CNCV', b'CanonCR3_001/00.00.00/00.00.00')
    canon += box(b'CMT1', tiff([first])) + box(b'CMT2', tiff([s.exif()])) + box(b'CMT4', tiff([s.gps()]))
    header = struct.pack('>IIIII', 0, 0, 0, 1000, 0) + bytes(80)
    return (box(b'ftyp', b'crx \0\0\0\1crx isom') + box(b'moov', box(b'uuid', canon) + box(b'mvhd', header))
            + box(b'mdat', bytes(32)))


# --- Clips --------------------------------------------------------------------------------------------------------------------

def clips():
    created = ['-metadata', 'creation_time=2026-03-04T05:06:07Z']
    from_header = dict(takenAt='2026-03-04T05:06:07', utcOffset='+00:00', utcOffsetSource='assumed', takenAtSource='quicktime',
                       orientation=1)
    keys = {'location.ISO6709': '+12.3450-034.5678+089.012/', 'location.accuracy.horizontal': '4.75',
            'creationdate': '2026-03-04T07:06:07+0200', 'make': 'Probe', 'model': 'Probe 31'}
    photo('clip/keys.mov', movie('mov', created + apple(keys)), 'mov', latitude=12.345, longitude=-34.5678, altitude=89.012,
          positionSource='quicktime', horizontalAccuracy=4.75, make='Probe', model='Probe 31',
          **{**from_header, 'takenAt': '2026-03-04T07:06:07', 'utcOffset': '+02:00', 'utcOffsetSource': 'quicktime'})
    place = ['-metadata', 'location=-45.5000+170.2500/']
    photo('clip/xyz.mov', movie('mov', created + place), 'mov', latitude=-45.5, longitude=170.25, positionSource='quicktime',
          **from_header)
    # These have 3GPP's location box, which has an altitude always. `moov` is in front of the media, and behind it.
    photo('clip/front.mp4', movie('mp4', created + place + ['-movflags', '+faststart']), 'mp4', latitude=-45.5, longitude=170.25,
          altitude=0.0, positionSource='quicktime', **from_header)
    photo('clip/behind.mp4', movie('mp4', created), 'mp4', **from_header)
    photo('clip/picture.m4v', movie('ipod', created + place), 'm4v', latitude=-45.5, longitude=170.25,
          altitude=0.0, positionSource='quicktime', **from_header)
    photo('clip/picture.3gp', movie('3gp', created + place), '3gp', (176, 144), latitude=-45.5, longitude=170.25, altitude=0.0,
          positionSource='quicktime', **from_header)
    photo('clip/no-date.mp4', movie('mp4', []), 'mp4', orientation=1)
    from_header['utcOffsetSource'] = 'utc'
    older_clips(created, {name: value for name, value in from_header.items() if name != 'orientation'})


def older_clips(created, from_header):
    photo('clip/plain.avi', movie('avi', []), 'avi')
    s = Shot(76)
    header = struct.pack('<IIIIIIIIII', 500000, 0, 0, 0, 2, 0, 1, 0, *SIZE) + bytes(16)
    # A camera's EXIF has no header; its offsets count from the directory.
    stream = chunks((b'strh', b'vids' + bytes(52)), (b'strf', bytes(40)), (b'strd', b'AVIF' + bytes(4) + headless(s)))
    lists = chunks((b'LISThdrl', chunks((b'avih', header), (b'LISTstrl', stream))), (b'LISTmovi', bytes(64)),
                   (b'_PMX', s.xmp(time=False)))
    photo('clip/camera.avi', chunks((b'RIFFAVI ', lists)), 'avi', **{**s.all(), **s.position('xmp'), 'utcOffset': None,
                                                                      'utcOffsetSource': None})
    dated = chunks((b'LISThdrl', chunks((b'avih', header), (b'IDIT', b'Mon May 04 10:03:32 2026\n\0'))), (b'LISTmovi', bytes(64)))
    photo('clip/dated.avi', chunks((b'RIFFAVI ', dated)), 'avi', takenAt='2026-05-04T10:03:32', takenAtSource='quicktime')
    photo('clip/picture.mts', movie('mpegts', [], 'libx264'), 'mts')
    photo('clip/mpeg2.mts', movie('mpegts', [], 'mpeg2video'), 'mts')
    photo('clip/picture.mpg', movie('mpeg', [], 'mpeg1video'), 'mpg')
    photo('clip/picture.wmv', movie('asf', created, 'wmv2'), 'wmv', **from_header)
    photo('clip/picture.mkv', movie('matroska', created), 'mkv', **from_header)
    photo('clip/picture.webm', movie('webm', created, 'libvpx'), 'webm', **from_header)


def headless(shot):
    """An EXIF directory, its times in the first one, as some cameras put it into a film."""
    taken = '%s %s' % (shot.day.replace('-', ':'), shot.clock)
    entries = {0x10F: (ASCII, shot.make), 0x110: (ASCII, shot.model), 0x112: (SHORT, [shot.orientation]),
               0x9003: (ASCII, taken), 0x9291: (ASCII, shot.fraction)}
    data = bytearray()
    put_directory(entries, data, '<')
    return bytes(data)


def apple(keys):
    options = ['-movflags', 'use_metadata_tags']
    for name, value in keys.items():
        options += ['-metadata', 'com.apple.quicktime.%s=%s' % (name, value)]
    return options


def live():
    identifier = '5C3A1E70-0B1D-4E8A-9C55-0123456789AB'
    text = identifier.encode() + b'\0'
    note = b'Apple iOS\0\0\1MM' + struct.pack('>HHHIII', 1, 0x11, ASCII, len(text), 14 + 2 + 12 + 4, 0) + text
    s = Shot(32, 'Apple', 'iPhone 99')
    block = tiff([s.ifd0(exif=s.exif(entries={0x927C: (UNDEFINED, note)}))], '>')
    photo('live/IMG_0032.HEIC', heif(32, exif=b'Exif\0\0' + block), 'heic', HEIF_SIZE, contentIdentifier=identifier, **s.all())
    keys = {'content.identifier': identifier, 'creationdate': '%sT%s+0200' % (s.day, s.clock), 'make': s.make, 'model': s.model}
    photo('live/IMG_0032.MOV', movie('mov', apple(keys)), 'mov', contentIdentifier=identifier, orientation=1,
          **{**s.time('quicktime', fraction=False), **s.camera()})


# --- Sidecars -----------------------------------------------------------------------------------------------------------------

ADJUSTMENT = b'''<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
\t<key>adjustmentFormatIdentifier</key>
\t<string>com.apple.photo</string>
\t<key>adjustmentFormatVersion</key>
\t<string>1.5</string>
</dict>
</plist>
'''


def sidecars():
    s = Shot(33)
    write('sidecar/IMG_0033.jpg.xmp', s.xmp())
    photo('sidecar/IMG_0033.jpg', jpeg(33), 'jpeg', **s.all_xmp())
    # One sidecar for both files of a stem; it corrects what EXIF says.
    s, other = Shot(34), Shot(35)
    write('sidecar/IMG_0034.xmp', s.xmp())
    photo('sidecar/IMG_0034.png', png(34, b''), 'png', **s.all_xmp())
    photo('sidecar/IMG_0034.jpg', jpeg(35, tiff([other.ifd0()])), 'jpeg', **{**other.all(), **s.all_xmp(), **other.camera(), 'orientation': 1})
    # No position of its own, but a time, which the sidecar corrects.
    s, other = Shot(36), Shot(37)
    write('sidecar/IMG_0036.webp.xmp', s.xmp())
    photo('sidecar/IMG_0036.webp', encoded('WEBP', 36, exif=tiff([other.ifd0(gps=False)])), 'webp',
          **{**other.all(), **s.position('xmp'), **s.time('xmp')})
    s = Shot(38)
    write('sidecar/IMG_0038.AAE', ADJUSTMENT)
    photo('sidecar/IMG_0038.jpg', jpeg(38, tiff([s.ifd0()])), 'jpeg', **s.all())


def takeout_file(title, seconds, camera=None, google=None, altitude=0.0):
    def place(point):
        latitude, longitude = point or (0.0, 0.0)
        return {'latitude': latitude, 'longitude': longitude, 'altitude': altitude if point else 0.0, 'latitudeSpan': 0.0,
                'longitudeSpan': 0.0}
    said = {'title': title, 'description': '', 'imageViews': '1', 'creationTime': {'timestamp': '1790000000'},
            'photoTakenTime': {'timestamp': str(seconds)}, 'geoData': place(google or camera), 'geoDataExif': place(camera),
            'url': 'https://photos.example/p'}
    return json.dumps(said, indent=2).encode()


def takeout():
    utc = dict(utcOffset='+00:00', utcOffsetSource='utc', takenAtSource='takeout')
    long = 'PROBE_20260504_a_name_that_is_longer_than_an_export_keeps_them'
    cases = [
        ('IMG_0041.jpg', 'IMG_0041.jpg.supplemental-metadata.json', 1777888999, '2026-05-04T10:03:19', 51.25, -3.125),
        ('IMG_0042.jpg', 'IMG_0042.jpg.supplemental-metadata.json', 1777889000, '2026-05-04T10:03:20', 52.25, -4.125),
        ('IMG_0042(1).jpg', 'IMG_0042.jpg.supplemental-metadata(1).json', 1777889001, '2026-05-04T10:03:21', 53.25, -5.125),
        ('IMG_0043.jpg', 'IMG_0043.jpg.json', 1777889002, '2026-05-04T10:03:22', -54.25, 6.125),
        ('PROBE_20260504_100323456.png', 'PROBE_20260504_100323456.png.supplemental-met.json', 1777889003,
         '2026-05-04T10:03:23', -55.25, 7.125),
        (long + '.jpg', long[:46] + '.json', 1777889004, '2026-05-04T10:03:24', 56.25, -8.125),
    ]
    for number, (name, sidecar, seconds, taken, latitude, longitude) in enumerate(cases):
        write('takeout/' + sidecar, takeout_file(name.replace('(1)', ''), seconds, (latitude, longitude), altitude=12.5))
        png_or_jpeg = png(41 + number, b'') if name.endswith('png') else jpeg(41 + number)
        photo('takeout/' + name, png_or_jpeg, name[-3:].replace('jpg', 'jpeg'), latitude=latitude, longitude=longitude,
              altitude=12.5, positionSource='takeout', takenAt=taken, **utc)
    # Google's edit has no file of its own; the original's position is its EXIF's, and the edit has lost it.
    s = Shot(44)
    write('takeout/IMG_0044.jpg.supplemental-metadata.json', takeout_file('IMG_0044.jpg', 1789655548, google=(57.25, 9.125)))
    photo('takeout/IMG_0044.jpg', jpeg(44, tiff([s.ifd0()])), 'jpeg', **s.all())
    photo('takeout/IMG_0044-edited.jpg', jpeg(44, tiff([s.ifd0(gps=False)])), 'jpeg', latitude=57.25, longitude=9.125,
          positionSource='takeout', **{**s.time(), **s.camera(), 'orientation': 1})
    # Nothing is known: both places are 0,0, and the time is 0.
    write('takeout/IMG_0045.jpg.supplemental-metadata.json', takeout_file('IMG_0045.jpg', 0))
    photo('takeout/IMG_0045.jpg', jpeg(45), 'jpeg')


# --- Times in names -----------------------------------------------------------------------------------------------------------

def named():
    by_name = dict(takenAtSource='filename')
    photo('named/IMG_20260504_110203.jpg', jpeg(61), 'jpeg', takenAt='2026-05-04T11:02:03', **by_name)
    photo('named/PXL_20260504_090204567.jpg', jpeg(62), 'jpeg', takenAt='2026-05-04T09:02:04.567', utcOffset='+00:00',
          utcOffsetSource='utc', **by_name)
    photo('named/Screenshot_20260504-110205.png', png(63, b''), 'png', takenAt='2026-05-04T11:02:05', **by_name)
    photo('named/IMG-20260504-WA0001.jpg', jpeg(64), 'jpeg', takenAt='2026-05-04T00:00:00', **by_name)
    # What a photo says itself goes before its name.
    s = Shot(65)
    photo('named/IMG_20260504_110206.jpg', jpeg(65, tiff([s.ifd0()])), 'jpeg', **s.all())


# --- Damaged ------------------------------------------------------------------------------------------------------------------

def damaged():
    s = Shot(51)
    whole = jpeg(51, tiff([s.ifd0()]))
    broken('damaged/cut-in-exif.jpg', whole[:150])
    broken('damaged/empty.jpg', b'')
    broken('damaged/zeros.heic', bytes(512))
    broken('damaged/page.jpg', b'<!DOCTYPE html>\n<html><body>The file was not found.</body></html>\n', 'unsupported')
    photo('damaged/jpeg.heic', whole, 'jpeg', **s.all())
    good = heif(52, exif=b'Exif\0\0' + tiff([s.ifd0()]))
    broken('damaged/cut-in-meta.heic', good[:120])
    # The EXIF item's bytes are not there any more, and with them perhaps a position.
    photo('damaged/cut-in-exif.heic', good[:good.rindex(b'Exif\0\0') + 40], 'heic', HEIF_SIZE,
          positionProblem='malformed')
    broken('damaged/chunk-2g.png', encoded('PNG', 53)[:33] + struct.pack('>I', 2 ** 31 - 1) + b'eXIf' + tiff([s.ifd0()]))
    loop = bytearray(tiff([preview()]))
    loop[8 + 2 + 12 * 10:8 + 2 + 12 * 10 + 4] = struct.pack('<I', 8)
    photo('damaged/loop.tif', bytes(loop), 'tiff', (8, 6))
    broken('damaged/no-moov.mov', box(b'ftyp', b'qt  \0\0\0\0qt  ') + box(b'mdat', bytes(64)))
    broken('damaged/cut.webp', encoded('WEBP', 54)[:14])
    broken('damaged/cut.raf', raf(jpeg(55))[:0x60])
    # Sidecars that say nothing: the photos are as they are.
    write('damaged/IMG_0056.jpg.xmp', Shot(56).xmp().replace(b'<x:xmpmeta', b'<!DOCTYPE x [<!ENTITY a "b">]><x:xmpmeta'))
    photo('damaged/IMG_0056.jpg', jpeg(56), 'jpeg')
    write('damaged/IMG_0057.jpg.json', b'{"title": 7, "photoTakenTime": {"timestamp": [1]}, "geoData": {"latitude": "north"}}')
    photo('damaged/IMG_0057.jpg', jpeg(57), 'jpeg', positionProblem='malformed')


def main():
    shutil.rmtree(HERE, ignore_errors=True)
    pillow_heif.register_heif_opener()
    for part in (stills, raws, clips, live, sidecars, takeout, named, damaged):
        part()
    with open(os.path.join(HERE, 'truth.ndjson'), 'w', encoding='utf-8') as file:
        for line in sorted(truth, key=lambda line: line['path']):
            file.write(json.dumps(line, separators=(',', ':')) + '\n')


if __name__ == '__main__':
    main()
